package overview

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// survey reads what is to be known before anything is listed. found are the orders of a query.
func (b *Board) survey(ctx context.Context, q StatusQuery, found []state.Order) (s survey, err error) {
	s = survey{sources: q.sources(), most: named}
	if q.Number != "" {
		s.orders = []int64{0}
		for _, o := range found {
			s.orders = append(s.orders, o.ID)
		}
	} else if !q.Zero() {
		s.most = 10 * named
	}
	s.kept, err = b.Journal.Kept(ctx, b.Config.Account, s.sources)
	return s, told.Doing("read how many orders there are", err)
}

// findings lists what needs a person, the most harmful first.
func (b *Board) findings(ctx context.Context, s survey) (out []Finding, err error) {
	for _, some := range []func(context.Context, survey) ([]Finding, error){b.conflictFindings, b.unknownFindings, b.refusedFindings, b.waitingFindings, b.calledOffFindings, b.lateFindings} {
		list, err := some(ctx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// conflictFindings tells of the orders that wait for a decision, by code: cancelled ones
// first, as a parcel goes out. The first few are told one by one.
func (b *Board) conflictFindings(ctx context.Context, s survey) (out []Finding, err error) {
	for _, code := range slices.Sorted(maps.Keys(s.kept.Conflicts)) {
		q := state.ClashQuery{Account: b.Config.Account, Sources: s.sources, Orders: s.orders, Code: code, Limit: toldApart}
		apart, err := b.conflictsApart(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, apart...)
		if more := s.kept.Conflicts[code] - toldApart; more > 0 && s.orders == nil {
			rest, err := b.moreConflicts(ctx, q, s.most, more)
			if err != nil {
				return nil, err
			}
			out = append(out, rest)
		}
	}
	return out, nil
}

// conflictsApart tells of each order of a query.
func (b *Board) conflictsApart(ctx context.Context, q state.ClashQuery) (out []Finding, err error) {
	clashes, err := b.Journal.Clashes(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list the conflicts: %w", err)
	}
	for len(clashes) > 0 {
		next := slices.IndexFunc(clashes, func(l state.FileLink) bool { return l.Order.ID != clashes[0].Order.ID })
		if next < 0 {
			next = len(clashes)
		}
		out, clashes = append(out, b.clashFinding(clashes[:next])), clashes[next:]
	}
	theirs, err := b.Journal.ClashedThere(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list the conflicts: %w", err)
	}
	names, err := b.fileNames(ctx, theirs)
	if err != nil {
		return nil, err
	}
	for _, o := range theirs {
		message := wording.NewMessage("finding.conflict.theirs", o.ExternalID)
		if o.RemoteID != "" {
			message = wording.NewMessage("finding.conflict.theirs_named", o.ExternalID, told.OneLine(o.RemoteID))
		}
		out = append(out, finding(state.CodeConflict, []string{told.OneLine(o.ExternalID)}, names[o.File], message.In(b.Language()), state.Ways(o, nil).In(b.Language()), o.ChangedAt).of(o))
	}
	return out, nil
}

// moreConflicts tells in one finding of the conflicts behind the first few.
func (b *Board) moreConflicts(ctx context.Context, q state.ClashQuery, most, more int) (Finding, error) {
	q.Limit = toldApart + most
	keys, err := b.Journal.ClashKeys(ctx, q)
	if err != nil {
		return Finding{}, fmt.Errorf("list the conflicts: %w", err)
	}
	var numbers []string
	var about []state.Order
	for _, key := range keys[min(toldApart, len(keys)):] {
		numbers, about = append(numbers, told.OneLine(key.ExternalID)), append(about, state.Order{OrderKey: key})
	}
	f := finding(q.Code, numbers, nil, wording.NewMessage("finding.more_conflicts", more, oneline.Few(numbers, mostNamed)).In(b.Language()),
		wording.NewMessage("finding.more_conflicts.way").In(b.Language()), time.Time{}).of(about...)
	f.Count = more
	return f, nil
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
	case l.Code == state.CodeRevived && l.Order.RemoteStatus == supplier.OrderCancelled:
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

// refusedFindings names the files with rows to correct, and those that could not be read.
func (b *Board) refusedFindings(ctx context.Context, s survey) (out []Finding, err error) {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, Sources: s.sources, Newest: true, Limit: result.LookBack})
	if err != nil {
		return nil, fmt.Errorf("list the files with refused rows: %w", err)
	}
	read := map[string]bool{} // names of files that came later and were read
	for _, f := range files {
		name := f.Source + "/" + f.Name
		switch {
		case f.State == state.FileRefused:
			if b.stillRefused(f, read[name]) {
				out = append(out, finding(FindingFileRefused, nil, []string{told.OneLine(f.Name)}, wording.NewMessage("finding.file_refused", told.OneLine(f.Name), f.Why(b.Language())).In(b.Language()),
					wording.NewMessage("finding.file_refused.way").In(b.Language()), f.CreatedAt).ofFile(f))
			}
		default:
			read[name] = true
			refused, err := b.rowsRefused(ctx, s, f)
			if err != nil {
				return nil, err
			}
			for _, f := range refused {
				s.most -= len(f.Orders)
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// stillRefused reports whether a file that could not be read is still to be corrected: it
// lies among the failed files, or was not dropped again lately.
func (b *Board) stillRefused(f state.File, again bool) bool {
	if f.Placed == state.PlacedFailed {
		return !b.Gone(filepath.Join(b.Config.Failed, folder.CleanName(f.Name)))
	}
	return !again && b.Config.Now().Sub(f.ChangedAt) < justNow // who imported it was told
}

// rowsRefused tells of the rows of a file that are to be corrected. Who took the file of
// these rows away is correcting them; where nothing at all was posted it is said all the same.
func (b *Board) rowsRefused(ctx context.Context, s survey, f state.File) ([]Finding, error) {
	_, refused := result.SplitDigest(f.Digest)
	c := f.Counts
	nothing := c.Accepted+c.Duplicate+c.Conflict+c.Pending+c.Unknown == 0
	path := result.RejectedPath(b.Desk, f)
	if refused.Rows == "" || c.Rejected == 0 || path == "" && !(nothing && b.Config.Now().Sub(f.ChangedAt) < recently) {
		return nil, nil
	}
	var orders []state.Order
	if s.most > 0 { // of all files together
		var err error
		orders, err = b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, IDs: s.orders, Refused: f.ID, Bare: true, Limit: min(named, s.most)})
		if err != nil {
			return nil, fmt.Errorf("list the refused orders of %s: %w", told.OneLine(f.Name), err)
		}
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
		wording.NewMessage("finding.rows_refused.way", cmp.Or(path, f.Result)).In(b.Language()), f.CreatedAt).of(orders...).ofFile(f)}, nil
}

// waitingFindings names the orders that were tried, or are not to be tried yet.
func (b *Board) waitingFindings(ctx context.Context, s survey) ([]Finding, error) {
	if s.kept.Held == 0 {
		return nil, nil
	}
	orders, err := b.Journal.Orders(ctx, state.OrderQuery{Account: b.Config.Account, Sources: s.sources, IDs: s.orders, Held: true, Last: true, Bare: true, Limit: named})
	if err != nil {
		return nil, fmt.Errorf("list the orders that wait: %w", err)
	}
	now, full := b.Config.Now(), len(orders) == named
	orders = slices.DeleteFunc(orders, func(o state.Order) bool { return o.NotBefore.Sub(now) <= time.Minute && !o.TriedInVain() })
	if len(orders) == 0 {
		return nil, nil
	}
	var numbers []string
	var until time.Time
	for _, o := range orders {
		numbers = append(numbers, told.OneLine(o.ExternalID))
		if o.NotBefore.After(until) {
			until = o.NotBefore
		}
	}
	first, count := orders[0], len(orders)
	if full {
		count = s.kept.Held
	}
	reason := heldBy(first)
	message := wording.NewMessage("finding.waiting", count, oneline.Few(numbers, mostNamed), reason)
	if until.After(now) {
		message = wording.NewMessage("finding.waiting.until", count, oneline.Few(numbers, mostNamed), told.Day(until), reason)
	}
	way := b.fixFirst(first, wording.NewMessage("finding.waiting.way", told.Typed(numbers[0])))
	f := finding(FindingWaiting, numbers, nil, message.In(b.Language()), way.In(b.Language()), first.ChangedAt).of(orders...)
	f.Count = count
	return []Finding{f}, nil
}

// heldBy is why an order waits. What a supplier says of a token that he refuses need not name it.
func heldBy(o state.Order) wording.Message {
	if o.Code == state.CodeUnauthorized {
		return wording.NewMessage("trouble.token", o.Message)
	}
	return o.Message
}

// fixFirst is the way out of waiting, behind what a person has to fix before it helps.
func (b *Board) fixFirst(o state.Order, way wording.Message) wording.Message {
	if o.Code != state.CodeUnauthorized && o.Code != state.CodeUnreachable {
		return way
	}
	place := supplier.DefaultPlace
	if b.Several() {
		place = "suppliers." + b.NameOf(o.Supplier)
	}
	return wording.List{wording.NewMessage("hint."+o.Code, place), way}.Message()
}
