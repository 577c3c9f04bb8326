package exporter

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Report is what a build did with one feed.
type Report struct {
	Feed      string           `json:"feed"`
	Template  string           `json:"template"`
	Out       string           `json:"out"`
	Products  int64            `json:"products"` // in the supplier's list
	Offers    int64            `json:"offers"`   // of them in the feed
	Skipped   []remark.Skip    `json:"skipped"`  // the others, in the order of the list
	Warnings  []remark.Warning `json:"warnings"` // in the order of the list
	Bytes     int64            `json:"bytes"`
	SHA256    string           `json:"sha256"`
	Published bool             `json:"published"`
	Seconds   float64          `json:"seconds"`

	Outdone     []remark.Skip         `json:"outdone,omitempty"` // products that are left to another supplier of the feed, in the order of the list
	NotSelected int64                 `json:"not_selected"`      // products that the feed's filter does not want
	Repaired    map[remark.Code]int64 `json:"repaired"`          // how often a text, a list or a price was made to fit
	Changes     *history.Summary      `json:"changes"`           // since the last publishing; null where it did not come so far
	Guard       []history.Finding     `json:"guard"`             // why it was not published, or needed to be accepted

	Err error `json:"-"` // what kept this feed alone from being published
}

// Partial reports whether a product was left out of the feed.
func (r *Report) Partial() bool { return len(r.Skipped) > 0 }

// reportBuilder gathers the notes of all pages in the order of the list.
type reportBuilder struct {
	Report
	warned map[remark.Code]int
}

func (r *reportBuilder) begin(f *Feed) {
	r.warned = map[remark.Code]int{}
	r.Report = Report{Feed: f.Name, Template: f.Template.Name, Out: f.Out, Skipped: []remark.Skip{}, Warnings: []remark.Warning{}, Outdone: []remark.Skip{},
		Repaired: map[remark.Code]int64{}, Guard: []history.Finding{}}
}

func (r *reportBuilder) add(n *remark.Notes) {
	r.Skipped = append(r.Skipped, n.Skipped...)
	r.Outdone = append(r.Outdone, n.Outdone...)
	r.NotSelected += n.Unselected
	for code, count := range n.Repaired {
		r.Repaired[code] += count
	}
	for _, w := range n.Warnings {
		r.warn(w)
	}
}

func (r *reportBuilder) warn(w remark.Warning) {
	if r.warned[w.Code]++; r.warned[w.Code] <= w.Code.Kept() {
		r.Warnings = append(r.Warnings, w.Clone())
	}
}

// warnAll warns of what concerns no single product.
func (r *reportBuilder) warnAll(code remark.Code, message wording.Message) {
	r.warn(remark.Warning{SKU: remark.WholeFeed, Code: code, Message: wording.Text(message)})
}

func (r *reportBuilder) done() Report {
	for _, code := range slices.Sorted(maps.Keys(r.warned)) {
		if unshown := r.warned[code] - code.Kept(); unshown > 0 {
			r.Warnings = append(r.Warnings, remark.Warning{SKU: remark.WholeFeed, Code: remark.WarningsNotShown,
				Message: wording.Text(wording.NewMessage("remark.warnings_not_shown", unshown, string(code)))})
		}
	}
	if r.Report.Guard == nil {
		r.Report.Guard = []history.Finding{}
	}
	return r.Report
}

// NewReport is the report of a feed that was not begun.
func NewReport(f *Feed) Report {
	var r reportBuilder
	r.begin(f)
	return r.Report
}
