package encode

import "github.com/dropbridge/dropbridge/internal/wording"

// Writer is a file being written. Its pages do the work.
type Writer interface {
	// NewPage makes one worker's memory for one page after another.
	NewPage() Page
	// Close writes what stands after the last record and completes the file.
	Close() error
}

// Page is one worker's share of a file. Its methods are called in this order for each
// page: Place and Write by one goroutine at a time in the order of the list, Add and Seal
// by many at once. An error in between is given by Write.
type Page interface {
	Place(rows []int) // empties the page, and takes it its place for so many rows of each table (see Format.Places)
	Add(*Record) Loss // writes a record behind those before it
	Seal()            // ends the page: nothing is added any more
	Write() error     // puts the page's bytes into the file
}

// Record is what is written at a time.
type Record struct {
	Table    int       // of a row: the table in which it stands
	Cells    []Cell    // of a row, one a column
	Elements []Element // of formats without tables: those of one offer
}

// Cleaned is what characters a format leaves out.
type Cleaned string

// What is left out.
const (
	CleanedNUL Cleaned = "nul"
	CleanedXML Cleaned = "xml" // control characters and others
)

// Message names the characters.
func (c Cleaned) Message() wording.Message { return wording.NewMessage("cleaned." + string(c)) }

// Loss is what of a record the format cannot hold. It is valid until the next record.
type Loss struct {
	Cleaned   Cleaned  // the characters that are left out; "": none
	Cut       []string // the headings of cells that are cut to what a cell holds
	Addresses int      // how many addresses that are none of the web are left out
	Address   string   // the last of these
}

// Element is an element of XML. The elements of a record, or of a document, stand one
// after the other in the order of their start tags; what stands in an element has a higher
// level than that. An element in which nothing can be seen is left out.
type Element struct {
	*Tag
	Attributes []Attribute
	Text       string // of Figure, Words, CDATA and Address; it may lie in memory that the next record uses again
	Level      int
	Holds      Content
	Proved     bool // the text is known to be UTF-8
	Incomplete bool // an attribute is missing without which it is left out
}

// Tag is what elements have in common whatever they hold: one is made ahead and used for many.
type Tag struct {
	Name       string
	start, end string // as they are written, but for what follows the name of the start tag

	Always bool   // an element stands also with nothing in it
	Unless string // it is left out where it holds just this
}

// NewTag is the tag of elements of that name.
func NewTag(name string) *Tag { return &Tag{Name: name, start: "<" + name, end: "</" + name + ">"} }

// Attribute is an XML attribute.
type Attribute struct {
	Name, Text string
	Proved     bool // the text is known to be UTF-8
}

// Content is what an element holds.
type Content uint8

// The contents.
const (
	Nothing  Content = iota // it has attributes only, and is left out where it has none
	Figure                  // its text, which is digits and signs that stand as they are
	Words                   // its text
	CDATA                   // its text as CDATA, for HTML that readers want to see as it is
	Address                 // its text, which is an address of the web, or nothing
	Elements                // the elements of a higher level that follow
	Lines                   // the same, each on a line of its own; it always stands
	Offers                  // the same, of a document, and behind them the offers
)

// Cell is one cell of a row. Where it has no text there is none.
type Cell struct {
	Text   string // it may lie in memory that the next record uses again
	Number bool   // its text is the decimal digits of a number
	Proved bool   // its text is known to be UTF-8, so that nobody looks again
}
