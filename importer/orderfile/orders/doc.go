// Package orders makes orders of the rows under the headings of a file, and says what is wrong
// with each. A refused row refuses its whole order. Nothing that bears meaning is passed over:
// a default stands for a blank, never for a word that is not known.
//
// The way of a row: it is found to be one (build.go, unreadable.go), joins an order or begins
// one (begin.go), and each reader takes from its cells what is theirs: the state (state.go,
// shipped.go, refund.go), the recipient (recipient.go), the place (delivery.go,
// sides.go), the payment (payment.go, paid.go, discount.go) and the items
// (items.go); what stands in notes (notes.go, marks.go), titles (section.go) and columns that
// nobody reads (unread.go) is held against that. Once the last row of an order was read, it is
// settled (finish.go): what its cells say together decides the place (delivery_settled.go) and
// the payment (payment_settled.go); once the file was read, what only all of its rows can tell
// (finish.go).
//
// All readers stand on the builder (builder.go), which has what is kept of the orders
// (gathered.go) and of columns that nobody reads (unread_column.go), and on what the rows come
// to (found.go).
//
// # Words
//
//   - draft: an order that is being put together; its work is what its rows say until all
//     were read
//   - source: how the files of one origin are read
//   - found: what the rows came to
//   - settle: decide what an order's cells say together
//   - refuse: put an error at a row, and with it at its order
//   - remark: put a warning at a row
//   - speaks: of a cell that is not blank and no sign for a blank
//   - off: of an order that the file says is not to be sent: it is skipped
//   - section: what a row of one text says of all rows below it
//   - note: a cell of a column of comments or tags
//   - stop: what a note says against sending
//   - tick: a cell that says yes or no
//   - way: who pays when
//   - aside: a place of a row that was not read, as another was filled
//   - unread: of a column whose heading nobody knows
package orders
