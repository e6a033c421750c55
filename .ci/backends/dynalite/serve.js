// Serves dynalite on a free loopback port and says which.
const dynalite = require('dynalite');

const server = dynalite({ createTableMs: 20, deleteTableMs: 20 });
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
