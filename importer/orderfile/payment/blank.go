package payment

// Columns is what the file's cells say of whether orders were paid. A blank beside ticks is
// no cell that says nothing: whoever ticks what was paid leaves blank what was not.
type Columns struct {
	any bool // some cell is filled
	yes bool // some says that its order was paid

	Ticks bool // the way of payment is ticked in some

	PaidStates, OtherStates bool // what stands in columns of states
}

// Note notes a filled cell, and whether it says that its order was paid.
func (p *Columns) Note(paid bool) {
	p.any = true
	p.yes = p.yes || paid
}

// Blank is what an order would be sent by although its own cell of that is blank.
type Blank uint8

// By what an order would be sent.
const (
	NotBlank          Blank = iota
	ByDefault               // by the source's default
	ByDefaultOfStates       // the same, in a file whose column of states says what was paid
	ByPrepayment            // by a way of payment in advance
	ByDash                  // by the default, where the cell of the way of payment is a "-"
)

// Refuses reports whether the cells of the other orders make a blank one unclear.
func (p *Columns) Refuses(blank Blank) bool {
	return blank == ByDash && (p.Ticks || p.any) || blank == ByDefault && p.any || blank == ByPrepayment && p.yes || blank == ByDefaultOfStates && p.PaidStates && !p.OtherStates
}
