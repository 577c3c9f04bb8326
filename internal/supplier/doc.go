// Package supplier is what a dropshipping supplier has and does, as Go: products, orders,
// parcels and entries of the ledger, the words that they use, and what an error means.
//
// It is a leaf that everybody may import. It knows no service: a client of a REST
// service, a price list or both may stand behind the ports.
//
// # Words
//
//   - product: one sellable thing, a variant of another one included
//   - tier: what one piece costs from so many pieces on
//   - order: what the client wants sent; a NewOrder is one before the supplier has it
//   - shipment: one parcel of an order, under a waybill
//   - entry: one line of the ledger; entries are never changed
//   - status: where an order is, state where a parcel is; some are final
//   - page: a part of a list; a RawPage is one as it came
//   - unreadable: a product of which a value is not what the mapping says
//   - envelope: what an answer says around the records of a page
//   - kind: what an error means for whoever made the call
//   - idempotency: what the supplier promises of an order that is sent twice
package supplier
