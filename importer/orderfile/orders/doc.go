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
// the payment; once the file was read, what only all of its rows can tell (finish.go).
//
// Glossary: a draft is an order that is being put together; its work is what its rows say until
// they were all read; a source says how its files are read; found is what the rows came to; to
// settle is to decide what an order's cells say together; to refuse is to put an error at a row,
// and with it at its order; to remark is to put a warning; a cell speaks where it is not blank
// and no sign for a blank; an order is off where the file says that it is not to be sent, and is
// skipped; a section is what a row of one text says of all rows below it; a note is a cell of a
// column of comments or tags; a stop is what a note says against sending; a tick says yes or
// no; the way of payment is who pays when; an open payment is one in part; what is aside is a
// place of a row that was not read, as another was filled; an unread column has a heading that
// nobody knows.
package orders
