package standing

import "time"

// Build is what became of one build of a feed.
type Build struct {
	At      time.Time `json:"at"`
	Offers  int       `json:"offers"`   // of the file that was built, published or not
	LeftOut int       `json:"left_out"` // products
	Bytes   int64     `json:"bytes"`
	Changes *Changes  `json:"changes,omitempty"` // since the publishing before; nil where nothing could be compared
	Error   string    `json:"error,omitempty"`   // why it was not published; then offers may not be known and be 0
	Refused bool      `json:"refused,omitempty"` // by the feed's own guard
}

// Published reports whether the build took its place.
func (b Build) Published() bool { return b.Error == "" }

// Changes are offers that are not as they were when their feed was last published.
type Changes struct {
	New       int `json:"new"`
	Gone      int `json:"gone"`
	Repriced  int `json:"repriced"`
	Restocked int `json:"restocked"` // not available then, available now
	SoldOut   int `json:"sold_out"`
}

// WorstChange is one of the changes that weigh most of those for which a guard refused a feed.
// Prices are as the feed writes them, "" where there is none.
type WorstChange struct {
	Kind     string // gone or repriced
	SKU      string
	Name     string
	OldPrice string
	NewPrice string
}
