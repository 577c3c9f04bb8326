package overview

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Finding is something that a person should know or decide, with what it is about.
type Finding struct {
	Code    string    `json:"code"`
	Level   string    `json:"level"`  // LevelFailing or LevelAttention
	Orders  []string  `json:"orders"` // the first of them, where there are very many
	Count   int       `json:"count"`  // of orders, whether they are named or not
	Files   []string  `json:"files"`
	Feeds   []string  `json:"feeds"`
	Message string    `json:"message"`
	Hint    string    `json:"hint"` // what to do about it
	Since   time.Time `json:"since,omitzero"`

	problem bool // made of a Problem
	about   []subject
}

// subject is an order or a file that a finding is about. Numbers and names alone are not
// enough: two sources may have the same.
type subject struct {
	source, number string
	supplier       string // as orders have him
	file           int64  // where it is about the file as a whole
	name           string // of that file
}

// Subjects are the orders and files that the finding is about, with their sources.
func (f Finding) Subjects() []standing.Subject {
	var out []standing.Subject
	for _, a := range f.about {
		out = append(out, standing.Subject{Source: a.source, Order: a.number, Supplier: a.supplier, File: a.name})
	}
	return out
}

// of names the orders of a source, by their numbers, that the finding is about.
func (f Finding) of(orders ...state.Order) Finding {
	for _, o := range orders {
		f.about = append(f.about, subject{source: o.Source, number: o.ExternalID, supplier: o.Supplier})
	}
	return f
}

// ofFile names the file that the finding is about.
func (f Finding) ofFile(file state.File) Finding {
	f.about = append(f.about, subject{source: file.Source, file: file.ID, name: told.OneLine(file.Name)})
	return f
}

// The levels of a finding.
const (
	LevelFailing   = "failing"   // something does not work
	LevelAttention = "attention" // all works, and a person is asked for something
)

// The codes of findings about orders and files. Those of conflicts are CodeConflict, CodeCancelled and CodeRevived.
const (
	FindingUnknown     = "outcome_unknown"
	FindingRowsRefused = "rows_refused"
	FindingFileRefused = "file_refused"
	FindingWaiting     = "orders_waiting"
)

const (
	toldApart = 10  // conflicts that are told one by one
	named     = 100 // orders that a finding names at most
	recently  = 7 * 24 * time.Hour
	justNow   = 24 * time.Hour
)

func finding(code string, orders, files []string, message, hint string, since time.Time) Finding {
	return Finding{Code: code, Level: LevelAttention, Orders: append([]string{}, orders...), Count: len(orders), Files: append([]string{}, files...), Feeds: []string{},
		Message: message, Hint: hint, Since: since}
}

// ProblemFinding is a problem as a finding. Its code is what it is about, in one word.
func ProblemFinding(p told.Problem) Finding {
	code, about, _ := strings.Cut(p.Name, " of ")
	code = strings.Join(strings.FieldsFunc(strings.ToLower(code), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }), "_")
	f := finding(cmp.Or(code, "problem"), nil, nil, p.Text, "", p.Since)
	if about != "" {
		f.Files = append(f.Files, about)
	}
	f.problem = true
	if !p.Minor {
		f.Level = LevelFailing
	}
	return f
}

// survey is what findings are made for.
type survey struct {
	sources []string   // nil: of all
	orders  []int64    // nil: of all
	most    int        // orders that a finding names
	kept    state.Kept // of these sources
}

// fileNames are the names of the files that brought orders, by the files' own numbers.
func (b *Board) fileNames(ctx context.Context, orders []state.Order) (map[int64][]string, error) {
	names := map[int64][]string{}
	if len(orders) == 0 {
		return names, nil
	}
	var ids []int64
	for _, o := range orders {
		ids = append(ids, o.File)
	}
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, IDs: ids})
	if err != nil {
		return nil, fmt.Errorf("find the files of orders: %w", err)
	}
	for _, f := range files {
		names[f.ID] = []string{told.OneLine(f.Name)}
	}
	return names, nil
}

// mostNamed is how many numbers a finding names.
const mostNamed = 5
