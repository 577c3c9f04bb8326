package state

// Counts counts rows by their status.
type Counts struct {
	Accepted  int `json:"accepted"`
	Duplicate int `json:"duplicate"`
	Conflict  int `json:"conflict"`
	Rejected  int `json:"rejected"`
	Skipped   int `json:"skipped"`
	Pending   int `json:"pending"`
	Unknown   int `json:"unknown"`

	HandedOver int `json:"handed_over,omitempty"` // to a supplier without an API alone
}

// RowStatus is what a row shows of its order.
type RowStatus string

// The statuses of a row.
const (
	RowAccepted  = RowStatus(Accepted)
	RowDuplicate = RowStatus(Duplicate) // the same order was accepted in an earlier drop
	RowConflict  = RowStatus(Conflict)  // another order has this number: held for a person
	RowRejected  = RowStatus(Rejected)
	RowSkipped   = RowStatus(Skips)     // the file itself does not want it sent
	RowPending   = RowStatus("pending") // not posted yet
	RowUnknown   = RowStatus(Unknown)   // it is not known whether the supplier has it

	// RowHandedOver is a row whose order went to a supplier without an API, as a file or a mail.
	RowHandedOver = RowStatus(HandedOver)
)

// Shown are the words by which people ask for orders and rows: the states of orders and the
// statuses of rows, one that is both once.
func Shown() []string {
	return []string{string(Ready), string(Sending), string(RowPending), string(Accepted), string(HandedOver), string(Rejected), string(Unknown),
		string(Conflict), string(Duplicate), string(Skips)}
}

// Add counts one row more.
func (c *Counts) Add(status RowStatus) {
	switch status {
	case RowAccepted:
		c.Accepted++
	case RowHandedOver:
		c.HandedOver++
	case RowDuplicate:
		c.Duplicate++
	case RowConflict:
		c.Conflict++
	case RowRejected:
		c.Rejected++
	case RowSkipped:
		c.Skipped++
	case RowPending:
		c.Pending++
	case RowUnknown:
		c.Unknown++
	}
}

// ByStatus is the counts by the names of the statuses, those of zero left out.
func (c Counts) ByStatus() map[string]int {
	out := map[string]int{}
	for status, n := range map[RowStatus]int{RowAccepted: c.Accepted, RowDuplicate: c.Duplicate, RowConflict: c.Conflict,
		RowRejected: c.Rejected, RowSkipped: c.Skipped, RowPending: c.Pending, RowUnknown: c.Unknown,
		RowHandedOver: c.HandedOver} {
		if n > 0 {
			out[string(status)] = n
		}
	}
	return out
}

// Plus is the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{Accepted: c.Accepted + d.Accepted, Duplicate: c.Duplicate + d.Duplicate, Conflict: c.Conflict + d.Conflict,
		Rejected: c.Rejected + d.Rejected, Skipped: c.Skipped + d.Skipped, Pending: c.Pending + d.Pending, Unknown: c.Unknown + d.Unknown,
		HandedOver: c.HandedOver + d.HandedOver}
}
