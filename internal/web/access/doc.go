// Package access says who is asking: a stranger, somebody who may look, or somebody who may
// act. People log in with a name and a password, by a proxy that names them, or at an OpenID
// Connect issuer; programs show a key. What a browser sends to change something carries a
// token of our own form, so that no other site can have it sent.
//
// A request passes Wrap once, which puts the Visitor into its context; whoever answers asks
// Of. Where no login is configured, whoever uses this machine itself may act. Where one is,
// this machine's programs may look, and people log in.
//
// # Words
//
//   - visitor: who is asking, by name and role
//   - role: what a visitor may do
//   - session: what remains of a log-in, until its end; the store keeps it over a restart, as
//     the hash of its token
//   - token: what a form carries to be ours, bound to the visitor that it was made for
//   - stamp: what changes with a password, and ends the sessions of the old one
//   - throttle: makes whoever guesses passwords wait
package access
