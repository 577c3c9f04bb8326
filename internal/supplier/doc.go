// Package supplier is the dropshipping supplier's service as Go: its model, the
// mapping that adapts the model to a real service's names, and a client.
//
// Nothing outside a mapping knows a JSON name, a path or a query name of the
// service. CompileMapping turns a mapping's YAML, once, into two trees: readers,
// which put the values of an answer straight into their places in the model while
// the JSON is scanned once (see read, object, scanner), and writers, which make the
// body of a new order (see bodyObject). What the model has is listed in the tables of
// fields; a new way to write a value is one more reader and its choice in the
// compiler. Lists, paging and the client do not change for it.
//
// A call goes through callers of one concern each: a retrier (reads only), a session
// where the service has a login, a limiter, a log, and the attempt over HTTP. What an error means is its Kind, and for
// the creation of an order the Kind says whether the order may exist.
package supplier
