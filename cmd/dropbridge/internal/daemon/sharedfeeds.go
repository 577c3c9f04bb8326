package daemon

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// noteFeed begins the names of the notes in which processes tell each other of their builds.
const noteFeed = "feed."

// toldBuild is what became of a build, as one process tells the others.
type toldBuild struct {
	At      time.Time  `json:"at"`
	Next    time.Time  `json:"next"`
	PutOff  bool       `json:"put_off,omitempty"` // next, by the quiet hours
	Error   string     `json:"error,omitempty"`
	Mend    string     `json:"mend,omitempty"`
	Refused bool       `json:"refused,omitempty"` // by the feed's guard
	Offers  int64      `json:"offers"`
	Bytes   int64      `json:"bytes"`
	Left    []toldSkip `json:"left,omitempty"` // the first of those that were left out

	By       string `json:"by,omitempty"`       // the importer of the process, where the journal is a file
	Settings string `json:"settings,omitempty"` // what the process goes by, as a sum
}

// mostToldLeft is how many products that were left out the others are told of.
const mostToldLeft = 100

// toldSkip is a product that was left out.
type toldSkip struct {
	SKU     string `json:"sku"`
	Code    string `json:"code"`
	Message string `json:"message"` // kept, so that each process says it in its reader's language
}

// toldSkips are the first of the products that were left out.
func toldSkips(skipped []standing.Skipped) (told []toldSkip) {
	for _, skip := range skipped[:min(len(skipped), mostToldLeft)] {
		told = append(told, toldSkip{skip.SKU, skip.Code, wording.Message(skip.Message).Keep()})
	}
	return told
}

// buildAsked builds what a job asks for: one feed, or those of a supplier or of all that are due. Other
// processes may have built since, which their notes tell.
func (d *Daemon) buildAsked(ctx context.Context, t dispatch.Task) {
	d.learnBuilds(ctx)
	if t.Feed != "" {
		if err := d.makeDue(t.Feed, t.Accept); err != nil { // the config has changed since
			d.said(ctx, err)
			return
		}
	}
	for _, name := range d.groupsOf(t) {
		d.buildGroup(ctx, name)
	}
	d.isFed()
}

// groupsOf are the groups that a job is about.
func (d *Daemon) groupsOf(t dispatch.Task) (names []string) {
	for name := range d.groups {
		if t.Each && t.Name != name {
			continue
		}
		ofFeed := func(s *scheduledFeed) bool { return s.feed.Name == t.Feed && groupName(s) == name }
		if t.Feed == "" || slices.ContainsFunc(d.feeds, ofFeed) {
			names = append(names, name)
		}
	}
	return names
}

// shareBuilds tells the other processes what became of builds.
func (d *Daemon) shareBuilds(ctx context.Context, built []*scheduledFeed) {
	if ctx.Err() != nil {
		return
	}
	for _, s := range built {
		text, err := json.Marshal(d.toldOf(s))
		if err == nil {
			err = d.Orders.Journal.SetNote(ctx, d.Orders.Config.Account, noteFeed+s.feed.Name, string(text))
		}
		d.said(ctx, err)
	}
	d.tellAnswers(ctx)
}

func (d *Daemon) toldOf(s *scheduledFeed) toldBuild {
	d.mu.Lock()
	defer d.mu.Unlock()
	one := toldBuild{By: d.ownName(), Settings: d.settings(), At: s.told, Next: s.next, PutOff: s.putOff, Offers: s.report.Offers, Bytes: s.report.Bytes, Left: toldSkips(s.skipped)}
	if s.err != nil {
		_, one.Refused = errors.AsType[*exporter.GuardError](s.err)
		one.Error, one.Mend = oneline.Joined(s.err.Error()), oneline.Unbroken(d.Hint(s.err))
	}
	return one
}

// learnBuilds takes over what other processes have told of their builds, where that is newer than
// what this one knows. It gives all notes of the journal.
func (d *Daemon) learnBuilds(ctx context.Context) (notes map[string]string) {
	notes, err := d.Orders.Journal.Notes(ctx, d.Orders.Config.Account)
	if err != nil {
		return nil // that the journal cannot be read is said elsewhere
	}
	news := false
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.feeds {
		var one toldBuild
		if json.Unmarshal([]byte(notes[noteFeed+s.feed.Name]), &one) != nil || s.running || !d.isNews(one, s) {
			continue
		}
		s.learn(one)
		news = true
	}
	if news && d.Sharing == nil {
		_ = d.builds.read() // as another process has left them
	}
	return notes
}

// isNews reports whether what is told of a build is newer than what is known. Where the journal is a file,
// what other processes have built before this one began counts only while they run, by the same settings:
// who begins alone, or with changed ones, builds at once. The caller holds mu.
func (d *Daemon) isNews(one toldBuild, s *scheduledFeed) bool {
	if !one.At.After(s.told) {
		return false
	}
	return d.Sharing != nil || one.At.After(d.started) || one.Settings == d.settings() && d.Orders.RunsBeside(one.By)
}

// ownName is how processes that share a journal in a file tell each other apart.
func (d *Daemon) ownName() string {
	if d.Sharing != nil {
		return ""
	}
	return d.Orders.OwnName()
}

// settings is what the settings are known by.
func (d *Daemon) settings() string { return hex.EncodeToString(d.sources[:]) }

// learn takes over what became of another process's build.
func (s *scheduledFeed) learn(one toldBuild) {
	s.told, s.err = one.At, nil
	if !s.asked {
		s.dueAt(schedule.Moment{At: one.Next, PutOff: one.PutOff})
	}
	if one.Error != "" {
		s.err = &toldError{one.Error, one.Mend, one.Refused}
		return
	}
	s.built, s.skipped, s.warned, s.stored = one.At, nil, nil, nil
	for _, skip := range one.Left {
		s.skipped = append(s.skipped, standing.Skipped{SKU: skip.SKU, Code: skip.Code, Message: wording.Text(wording.Kept(skip.Message))})
	}
	s.report = exporter.Report{Offers: one.Offers, Bytes: one.Bytes}
}
