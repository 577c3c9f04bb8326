package overview

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Finding is something that a person should know or decide, with what it is about.
type Finding struct {
	Code    string    `json:"code"`
	Level   string    `json:"level"` // LevelFailing or LevelAttention
	Orders  []string  `json:"orders"`
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
	file           int64 // where it is about the file as a whole
}

// of names the orders of a source, by their numbers, that the finding is about.
func (f Finding) of(orders ...state.Order) Finding {
	for _, o := range orders {
		f.about = append(f.about, subject{source: o.Source, number: o.ExternalID})
	}
	return f
}

// ofFile names the file that the finding is about.
func (f Finding) ofFile(file state.File) Finding {
	f.about = append(f.about, subject{source: file.Source, file: file.ID})
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
	return Finding{Code: code, Level: LevelAttention, Orders: append([]string{}, orders...), Files: append([]string{}, files...), Feeds: []string{},
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

// findings lists what needs a person, the most harmful first: of all sources, or of those.
func (b *Board) findings(ctx context.Context, sources []string) (out []Finding, conflicts int, err error) {
	type part func(context.Context, []string) ([]Finding, error)
	clashes := func(ctx context.Context, sources []string) (list []Finding, err error) {
		list, conflicts, err = b.conflictFindings(ctx, sources)
		return list, err
	}
	for _, some := range []part{clashes, b.unknownFindings, b.refusedFindings, b.waitingFindings, b.calledOffFindings} {
		list, err := some(ctx, sources)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, list...)
	}
	return out, conflicts, nil
}

// conflictFindings tells each order that waits for a decision, and how many there are.
func (b *Board) conflictFindings(ctx context.Context, sources []string) (out []Finding, orders int, err error) {
	clashes, all, err := b.Journal.Clashes(ctx, b.Config.Account, 10*named)
	if err != nil {
		return nil, 0, fmt.Errorf("list the conflicts: %w", err)
	}
	byOrder := map[int64][]state.FileLink{}
	var order []int64
	for _, l := range clashes {
		if len(sources) > 0 && !slices.Contains(sources, l.Order.Source) {
			continue
		}
		if byOrder[l.Order.ID] == nil {
			order = append(order, l.Order.ID)
		}
		byOrder[l.Order.ID] = append(byOrder[l.Order.ID], l)
	}
	for _, id := range order {
		out = append(out, b.clashFinding(byOrder[id]))
	}
	if all > len(clashes) {
		b.Log.Warn("more conflicts than are told", "rows", all, "told", len(clashes))
	}
	theirs, err := b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, Sources: sources, States: []state.State{state.Conflict}, Newest: true, Limit: 10 * named})
	if err != nil {
		return nil, 0, fmt.Errorf("list the conflicts: %w", err)
	}
	for _, o := range theirs {
		if byOrder[o.ID] != nil {
			continue
		}
		files, err := b.fileNames(ctx, o.File)
		if err != nil {
			return nil, 0, err
		}
		message := wording.NewMessage("finding.conflict.theirs", o.ExternalID)
		if o.RemoteID != "" {
			message = wording.NewMessage("finding.conflict.theirs_named", o.ExternalID, told.OneLine(o.RemoteID))
		}
		out = append(out, finding(state.CodeConflict, []string{told.OneLine(o.ExternalID)}, files, message.In(b.Language()), state.Ways(o, nil).In(b.Language()), o.ChangedAt).of(o))
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return strings.Compare(a.Code, b.Code) }) // cancelled ones first: a parcel goes out
	return b.shortened(out), len(out), nil
}

// clashFinding tells of one order what its newest file holds.
func (b *Board) clashFinding(links []state.FileLink) Finding {
	newest := links[0]
	var files []string
	for _, l := range links {
		files = append(files, told.OneLine(l.File.Name))
	}
	return finding(newest.Code, []string{told.OneLine(newest.Order.ExternalID)}, files, clashFact(newest).In(b.Language()),
		state.Ways(newest.Order, links).In(b.Language()), links[len(links)-1].File.CreatedAt).of(newest.Order)
}

// clashFact says what is in conflict, without the ways out. It is worded anew: the order
// may have been accepted since the file came.
func clashFact(l state.FileLink) wording.Message {
	number, id, file := l.Order.ExternalID, told.OneLine(l.Order.RemoteID), told.OneLine(l.File.Name)
	r := l.Revision()
	switch {
	case l.Code == state.CodeRevived && l.Order.RemoteStatus == "cancelled":
		return wording.NewMessage("finding.revived", number, id, file)
	case l.Code == state.CodeRevived && state.CalledOff(l.Order.RemoteStatus):
		return wording.NewMessage("finding.revived.returned", number, id, file)
	case l.Code == state.CodeCancelled && id != "":
		return wording.NewMessage("finding.cancelled", file, number, id)
	case l.Code == state.CodeCancelled:
		return wording.NewMessage("finding.cancelled.posting", file, number)
	case r.Kind == state.Grew && id != "":
		return wording.NewMessage("finding.grown", number, id, r.Posted, r.All, r.Goods)
	case r.Kind == state.Grew:
		return wording.NewMessage("finding.grown.posting", number, r.Posted, r.All, r.Goods)
	case r.Kind == state.Requantified && id != "":
		return wording.NewMessage("finding.quantity", number, id, file, r.Goods)
	case r.Kind == state.Requantified:
		return wording.NewMessage("finding.quantity.posting", number, file, r.Goods)
	case r.Kind == state.Amended && id != "":
		return wording.NewMessage("finding.corrected", number, id, file)
	case r.Kind == state.Amended:
		return wording.NewMessage("finding.corrected.posting", number, file)
	case id != "":
		return wording.NewMessage("finding.conflict", number, id, file)
	}
	return wording.NewMessage("finding.conflict.posting", number, file)
}

// shortened tells what comes after the first few of a code in one finding.
func (b *Board) shortened(list []Finding) (out []Finding) {
	told, rest := map[string]int{}, map[string]*Finding{}
	for _, f := range list {
		told[f.Code]++
		if told[f.Code] <= toldApart {
			out = append(out, f)
			continue
		}
		r := rest[f.Code]
		if r == nil {
			r = &f
			rest[f.Code] = r
		} else if r.Orders, r.about = append(r.Orders, f.Orders...), append(r.about, f.about...); len(r.Orders) < named {
			r.Files = append(r.Files, f.Files...)
		}
	}
	for _, r := range rest {
		slices.Sort(r.Files)
		r.Files = slices.Compact(r.Files)
		r.Message = wording.NewMessage("finding.more_conflicts", len(r.Orders), shortList(r.Orders)).In(b.Language())
		r.Hint = wording.NewMessage("finding.more_conflicts.way").In(b.Language())
		out = append(out, *r)
	}
	return out
}

// refusedFindings names the files with rows to correct, and those that could not be read.
func (b *Board) refusedFindings(ctx context.Context, sources []string) (out []Finding, err error) {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, Sources: sources, Newest: true, Limit: result.LookBack})
	if err != nil {
		return nil, fmt.Errorf("list the files with refused rows: %w", err)
	}
	read := map[string]bool{} // names of files that came later and were read
	for _, f := range files {
		name := f.Source + "/" + f.Name
		switch {
		case f.State == state.FileRefused:
			if b.stillRefused(f, read[name]) {
				out = append(out, finding(FindingFileRefused, nil, []string{told.OneLine(f.Name)}, wording.NewMessage("finding.file_refused", told.OneLine(f.Name), f.Reason).In(b.Language()),
					wording.NewMessage("finding.file_refused.way").In(b.Language()), f.ChangedAt).ofFile(f))
			}
		default:
			read[name] = true
			refused, err := b.rowsRefused(ctx, f)
			if err != nil {
				return nil, err
			}
			out = append(out, refused...)
		}
	}
	return out, nil
}

// stillRefused reports whether a file that could not be read is still to be corrected: it
// lies among the failed files, or was not dropped again lately.
func (b *Board) stillRefused(f state.File, again bool) bool {
	if f.Placed == state.PlacedFailed {
		_, err := os.Lstat(filepath.Join(b.Config.Failed, folder.CleanName(f.Name)))
		return err == nil
	}
	return !again && b.Config.Now().Sub(f.ChangedAt) < justNow // who imported it was told
}

// rowsRefused tells of the rows of a file that are to be corrected. Who took the file of
// these rows away is correcting them; where nothing at all was posted it is said all the same.
func (b *Board) rowsRefused(ctx context.Context, f state.File) ([]Finding, error) {
	_, refused := result.SplitDigest(f.Digest)
	c := f.Counts
	nothing := c.Accepted+c.Duplicate+c.Conflict+c.Pending+c.Unknown == 0
	path := result.RejectedPath(f)
	if refused.Rows == "" || c.Rejected == 0 || path == "" && !(nothing && b.Config.Now().Sub(f.ChangedAt) < recently) {
		return nil, nil
	}
	orders, err := b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, File: f.ID, States: []state.State{state.Rejected}, Limit: named})
	if err != nil {
		return nil, fmt.Errorf("list the refused orders of %s: %w", told.OneLine(f.Name), err)
	}
	var numbers []string
	for _, o := range orders {
		numbers = append(numbers, told.OneLine(o.ExternalID))
	}
	message := wording.NewMessage("finding.rows_refused", told.OneLine(f.Name), c.Rejected)
	if nothing {
		message = wording.NewMessage("finding.rows_refused.all", told.OneLine(f.Name), c.Rejected)
	}
	return []Finding{finding(FindingRowsRefused, numbers, []string{told.OneLine(f.Name)}, message.In(b.Language()),
		wording.NewMessage("finding.rows_refused.way", cmp.Or(path, f.Result)).In(b.Language()), f.ChangedAt).of(orders...).ofFile(f)}, nil
}

// waitingFindings names the orders that were tried, or are not to be tried yet.
func (b *Board) waitingFindings(ctx context.Context, sources []string) ([]Finding, error) {
	orders, err := b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, Sources: sources, States: []state.State{state.Ready}, Newest: true, Limit: named})
	if err != nil {
		return nil, fmt.Errorf("list the orders that wait: %w", err)
	}
	tried := []string{"unreachable", "unauthorized", "not_allowed", "throttled", "not_looked_up"}
	now := b.Config.Now()
	var numbers []string
	var about []state.Order
	var first state.Order
	var until time.Time
	for _, o := range orders {
		if o.NotBefore.Sub(now) <= time.Minute && !slices.Contains(tried, o.Code) {
			continue
		}
		if len(numbers) == 0 {
			first = o
		}
		numbers, about = append(numbers, told.OneLine(o.ExternalID)), append(about, o)
		if o.NotBefore.After(until) {
			until = o.NotBefore
		}
	}
	if len(numbers) == 0 {
		return nil, nil
	}
	message := wording.NewMessage("finding.waiting", len(numbers), shortList(numbers), first.Message)
	if until.After(now) {
		message = wording.NewMessage("finding.waiting.until", len(numbers), shortList(numbers), told.Day(until), first.Message)
	}
	return []Finding{finding(FindingWaiting, numbers, nil, message.In(b.Language()),
		wording.NewMessage("finding.waiting.way", told.Typed(numbers[0])).In(b.Language()), first.ChangedAt).of(about...)}, nil
}

// fileNames is the name of the file that brought an order.
func (b *Board) fileNames(ctx context.Context, id int64) (names []string, err error) {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, ID: id})
	if err != nil {
		return nil, fmt.Errorf("find the file of an order: %w", err)
	}
	for _, f := range files {
		names = append(names, told.OneLine(f.Name))
	}
	return names, nil
}

// shortList is the first few of some numbers.
func shortList(numbers []string) string {
	const most = 5
	if len(numbers) <= most {
		return strings.Join(numbers, ", ")
	}
	return strings.Join(numbers[:most], ", ") + ", …"
}
