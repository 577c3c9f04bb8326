// Package posting sends the orders of one supplier, finds out what became of them, and follows
// them until each is final. Of several suppliers each has a Posting of his own, with his own
// gate, requests and cursors: one that is slow, away or refuses the token delays no other.
//
// Posting stands in posting.go; sending in post.go, together.go (bundles), conclude.go, gate.go
// and lanes.go; looking up in reconcile.go and vet.go; following in follow.go and still.go; and
// what files say of orders that are on their way in revive.go.
//
// # Words
//
//   - post: to send an order, after its intent is durable
//   - lanes: the places for intents and for requests
//   - flight: the orders that this importer is sending
//   - gate: what holds posting back for a supplier as a whole
//   - conclude: to make durable what an attempt showed
//   - reconcile: to look up what is unknown
//   - follow: to ask for statuses and waybills
package posting
