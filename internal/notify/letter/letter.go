package letter

import (
	"crypto/rand"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// Kind says what a letter is for. The values are types of events of webhooks.
type Kind string

// The kinds of letters.
const (
	Urgent   Kind = "notice.urgent"
	Digest   Kind = "notice.digest"
	Trial    Kind = "notice.test" // a person wants to see whether it comes
	Complete Kind = "result.complete"
)

// News is what a letter says of a thing.
type News string

// What can be said of a thing.
const (
	Begun    News = "new"
	Grown    News = "grown"    // it was told, and more has come to it
	Still    News = "still"    // it was told some days ago
	Over     News = "over"     // it was told
	Happened News = "happened" // an event
)

// Item is one thing that a letter tells.
type Item struct {
	Code   string         `json:"code"` // of a finding or an event
	News   News           `json:"news"`
	Level  standing.Level `json:"level,omitempty"`
	Text   string         `json:"text"`           // what, on one line
	Then   string         `json:"then,omitempty"` // what happens if nobody does anything
	Mend   string         `json:"mend,omitempty"` // what to do
	Since  time.Time      `json:"since,omitzero"`
	Count  int            `json:"count,omitempty"` // of what the text is about
	Orders []string       `json:"orders,omitempty"`
	Files  []string       `json:"files,omitempty"`
	Feeds  []string       `json:"feeds,omitempty"`
}

// Result is a result file in which every row is answered.
type Result struct {
	Key    string         `json:"-"` // the same for the same drop of the same file
	Name   string         `json:"name"`
	Source string         `json:"source"` // "": the inbox itself
	Counts map[string]int `json:"counts"` // rows by status
	File   string         `json:"file"`   // the result file's name in the folder of results
	SHA256 string         `json:"sha256"` // of the result file
	URL    string         `json:"url,omitempty"`
}

// Letter is one message: of things to people, or of a result to a program.
type Letter struct {
	ID     string    `json:"id"` // the same at each attempt
	Kind   Kind      `json:"kind"`
	Made   time.Time `json:"made"`
	Items  []Item    `json:"items,omitempty"`
	Result *Result   `json:"result,omitempty"`
}

// New is a letter without anything in it yet.
func New(kind Kind, now time.Time) Letter {
	return Letter{ID: "msg_" + rand.Text(), Kind: kind, Made: now.UTC()}
}
