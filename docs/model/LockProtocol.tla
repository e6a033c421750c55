---------------------------- MODULE LockProtocol ----------------------------
(***************************************************************************)
(* One lock of dynamolock: a row, clients that want it, and a network that *)
(* delays, loses and duplicates requests.  Written to be read.             *)
(*                                                                         *)
(* Time is discrete and real.  No client reads it: a client knows only how *)
(* long ago something of its own happened, and its clock may run slow or   *)
(* fast.  So a holder has ceased to believe after at most Belief ticks (a  *)
(* slow clock, nine tenths of the lease), and a waiter takes over after at *)
(* least Patience ticks (a fast clock, the whole lease and a hundredth).   *)
(* A client that is paused takes no step while time passes.                *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS Clients, HoldIds, MaxRenewals, Belief, Patience, MaxTime

ASSUME Belief \in Nat \ {0} /\ Patience \in Nat \ {0} /\ Belief <= Patience

None == "none"

VARIABLES
    now,      \* real time, which no client reads
    row,      \* the row of the table, or None
    net,      \* requests under way: a set, and each may be applied any number of times
    client,   \* what each client does and knows
    used,     \* hold ids that were ever taken
    tokens    \* every token that the table granted, with its time

vars == <<now, row, net, client, used, tokens>>

Max(S) == IF S = {} THEN 0 ELSE CHOOSE m \in S : \A n \in S : n <= m

Seen(version, at) == [version |-> version, at |-> at]

Idle(seen) == [phase |-> "idle", hold |-> None, sent |-> 0, count |-> 0,
               token |-> 0, seen |-> seen, orphans |-> {}]

Version(r) == <<r.hold, r.count>>

Init ==
    /\ now = 0
    /\ row = None
    /\ net = {}
    /\ client = [c \in Clients |-> Idle(None)]
    /\ used = {}
    /\ tokens = {}

(***************************************************************************)
(* What a client believes.  Past its lease it never believes again: the    *)
(* phase is left by nothing but Leave and Release.                         *)
(***************************************************************************)
Believes(c) == client[c].phase = "held" /\ now - client[c].sent < Belief

Tick ==
    /\ now < MaxTime
    /\ now' = now + 1
    /\ UNCHANGED <<row, net, client, used, tokens>>

(***************************************************************************)
(* Acquiring.  The first step is a write of a free row, or of the version  *)
(* that has stood for its whole lease.  Each write after a look has a hold *)
(* id of its own.                                                          *)
(***************************************************************************)
MayBeApplied(c) ==
    \E m \in net : m.kind \in {"free", "take"} /\ m.hold = client[c].hold

Write(c, kind, version) ==
    \E h \in HoldIds \ used :
        /\ used' = used \cup {h}
        /\ net' = net \cup {[kind |-> kind, hold |-> h, count |-> 0, version |-> version]}
        /\ client' = [client EXCEPT
               ![c].phase = "writing", ![c].hold = h, ![c].sent = now, ![c].count = 0,
               ![c].orphans = IF client[c].hold # None /\ MayBeApplied(c)
                              THEN @ \cup {client[c].hold} ELSE @]
        /\ UNCHANGED <<now, row, tokens>>

Expired(c) == client[c].seen # None /\ now - client[c].seen.at >= Patience

Begin(c) ==
    /\ client[c].phase = "idle"
    /\ IF Expired(c)
       THEN Write(c, "take", client[c].seen.version)
       ELSE Write(c, "free", None)

Granted(c, r) ==
    client' = [client EXCEPT ![c].phase = "held", ![c].count = 0, ![c].token = r.token,
                             ![c].seen = None, ![c].orphans = {}]

(* An answer shows the row: to the write, when it was refused, or to a read. *)
Look(c) ==
    /\ client[c].phase \in {"writing", "waiting"}
    /\ \/ /\ row # None /\ ~row.released /\ row.hold = client[c].hold
          /\ IF now - client[c].sent < Belief
             THEN Granted(c, row) /\ UNCHANGED <<now, row, net, used, tokens>>
             ELSE Write(c, "take", Version(row))
       \/ /\ row = None \/ row.released
          /\ Write(c, "free", None)
       \/ /\ row # None /\ ~row.released /\ row.hold \in client[c].orphans
          /\ Write(c, "take", Version(row))
       \/ /\ row # None /\ ~row.released
          /\ row.hold # client[c].hold /\ row.hold \notin client[c].orphans
          /\ IF client[c].seen # None /\ client[c].seen.version = Version(row)
             THEN IF Expired(c)
                  THEN Write(c, "take", Version(row))
                  ELSE UNCHANGED vars
             ELSE /\ client' = [client EXCEPT ![c].phase = "waiting",
                                              ![c].seen = Seen(Version(row), now)]
                  /\ UNCHANGED <<now, row, net, used, tokens>>

(* No answer came: the same write once more, of a free row, under the same id. *)
SendAgain(c) ==
    /\ client[c].phase = "writing"
    /\ IF now - client[c].sent < Belief
       THEN /\ net' = net \cup {[kind |-> "free", hold |-> client[c].hold, count |-> 0,
                                 version |-> None]}
            /\ UNCHANGED <<now, row, client, used, tokens>>
       ELSE Write(c, "free", None)

(* The wait is over: rows under ids that nobody has are freed. *)
GiveUp(c) ==
    /\ client[c].phase \in {"writing", "waiting"}
    /\ net' = net \cup {[kind |-> "release", hold |-> h, count |-> 0, version |-> None] :
                        h \in client[c].orphans \cup {client[c].hold}}
    /\ client' = [client EXCEPT ![c] = Idle(client[c].seen)]
    /\ UNCHANGED <<now, row, used, tokens>>

(***************************************************************************)
(* Holding.  A renewal is numbered.  Its request carries the number and    *)
(* the time of its first send, which is what its answer confirms.          *)
(***************************************************************************)
Renew(c) ==
    /\ Believes(c) /\ client[c].count < MaxRenewals
    /\ net' = net \cup {[kind |-> "renew", hold |-> client[c].hold,
                         count |-> client[c].count + 1, version |-> now]}
    /\ client' = [client EXCEPT ![c].count = @ + 1]
    /\ UNCHANGED <<now, row, used, tokens>>

(* The renewal that was sent at this time is known to be in the table. *)
Renewed(c) ==
    /\ Believes(c)
    /\ row # None /\ ~row.released /\ row.hold = client[c].hold
    /\ row.count > 0 /\ row.sent > client[c].sent
    /\ client' = [client EXCEPT ![c].sent = row.sent]
    /\ UNCHANGED <<now, row, net, used, tokens>>

(* The row that refused a renewal is another's: evidence of a loss. *)
Lose(c) ==
    /\ client[c].phase = "held"
    /\ row = None \/ row.hold # client[c].hold
    /\ client' = [client EXCEPT ![c] = Idle(None)]
    /\ UNCHANGED <<now, row, net, used, tokens>>

(* Belief ends before the write is sent; a lost hold can be released too. *)
Release(c) ==
    /\ client[c].phase = "held"
    /\ net' = net \cup {[kind |-> "release", hold |-> client[c].hold, count |-> 0,
                         version |-> None]}
    /\ client' = [client EXCEPT ![c] = Idle(None)]
    /\ UNCHANGED <<now, row, used, tokens>>

Crash(c) ==
    /\ client' = [client EXCEPT ![c] = Idle(None)]
    /\ UNCHANGED <<now, row, net, used, tokens>>

(***************************************************************************)
(* The table: one conditional write for each request.                      *)
(***************************************************************************)
Grant(m) ==
    LET token == (IF row = None THEN 0 ELSE row.token) + 1
    IN  /\ row' = [hold |-> m.hold, count |-> 0, sent |-> 0, released |-> FALSE,
                   token |-> token]
        /\ tokens' = tokens \cup {<<Cardinality(tokens), token>>}

Holds(m) == row # None /\ row.hold = m.hold /\ ~row.released

Apply(m) ==
    \/ /\ m.kind = "free"
       /\ row = None \/ row.released
       /\ Grant(m)
    \/ /\ m.kind = "take"
       /\ row # None /\ Version(row) = m.version
       /\ Grant(m)
    \/ /\ m.kind = "renew"
       /\ Holds(m) /\ row.count < m.count
       /\ row' = [row EXCEPT !.count = m.count, !.sent = m.version]
       /\ UNCHANGED tokens
    \/ /\ m.kind = "release"
       /\ Holds(m)
       /\ row' = [row EXCEPT !.released = TRUE]
       /\ UNCHANGED tokens

(* Applied and kept: a duplicate.  Lost, applied or not: taken away. *)
Arrive == \E m \in net : Apply(m) /\ UNCHANGED <<now, net, client, used>>

Lost == \E m \in net : net' = net \ {m} /\ UNCHANGED <<now, row, client, used, tokens>>

Next ==
    \/ Tick
    \/ Arrive
    \/ Lost
    \/ \E c \in Clients :
        \/ Begin(c) \/ Look(c) \/ SendAgain(c) \/ GiveUp(c)
        \/ Renew(c) \/ Renewed(c) \/ Lose(c) \/ Release(c) \/ Crash(c)

(* L1 asks that the table and one client go on. *)
Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------

S1_OneBeliever == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d

S2_TokensGrow == \A s, t \in tokens : s[1] < t[1] => s[2] < t[2]

S3_OneTokenOneHolder ==
    \A c, d \in Clients :
        client[c].phase = "held" /\ client[d].phase = "held"
            /\ client[c].token = client[d].token => c = d

(* A lease that is over is over: no step makes its holder believe again. *)
S4_OverIsOver ==
    [][\A c \in Clients :
          client[c].phase = "held" /\ ~Believes(c) /\ client'[c].hold = client[c].hold
              => ~(client'[c].phase = "held" /\ now' - client'[c].sent < Belief)]_vars

(* A release changes no row but that of its own hold. *)
S8_ReleaseOfOneself ==
    [][row # None /\ row' # None /\ ~row.released /\ row'.released => row'.hold = row.hold]_vars

=============================================================================
