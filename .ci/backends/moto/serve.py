"""Serves moto on a free loopback port, one request at a time, and says which port.

moto's own server handles requests in parallel without atomicity: it can grant one lock twice.
"""

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


class QuietHandler(WSGIRequestHandler):
    def log_request(self, *args, **kwargs):
        pass


application = DomainDispatcherApplication(create_backend_app)
server = make_server("127.0.0.1", 0, application, threaded=False, request_handler=QuietHandler)
print(f"listening {server.port}", flush=True)
server.serve_forever()
