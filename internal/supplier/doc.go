// Package supplier is the dropshipping supplier's service as Go: its model, the
// mapping that adapts the model to a real service's field names, and a client.
//
// The client makes one attempt a call; Limit and Retry stand around it. What an
// error means is its Kind. Nothing outside this package knows a JSON name of the
// service: all of them come from the mapping.
package supplier
