// Package sandbox is a supplier's REST service in one value: the six operations
// of the supplier contract over SQLite, with tokens, a cabinet page, an
// interactive reference, orders that travel through their life by themselves,
// and faults that it commits on request.
//
// It shares no types with the client on purpose: a wrong field name would
// otherwise agree with itself. What it promises stands in openapi.yaml, and the
// tests check every answer against that document.
package sandbox
