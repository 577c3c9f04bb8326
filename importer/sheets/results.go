package sheets

import (
	"context"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// mostWrites is how often one round writes: somebody may sort the sheet between reading and
// writing, again and again.
const mostWrites = 3

// writeResults writes what became of the orders, and reads the sheet again until it stands there:
// results are then with their orders, whatever somebody has done to the rows meanwhile. Right before
// writing the sheet is read anew.
func (w *watcher) writeResults(ctx context.Context, seen *look) error {
	_, blocks, err := w.changes(ctx, seen)
	if err != nil || len(blocks) == 0 {
		return err
	}
	for range mostWrites {
		before, err := w.look(ctx)
		if err != nil {
			return err
		}
		to, blocks, err := w.changes(ctx, before)
		if err != nil || len(blocks) == 0 {
			return err
		}
		if err := w.sheet.Write(ctx, to, blocks); err != nil {
			return err
		}
		w.shown.WrittenAt = w.Config.Now()
		w.Log.Info("results written into the sheet", "source", w.source, "blocks", len(blocks))
		if seen, err = w.look(ctx); err != nil {
			return err
		}
		if err := w.displaced(before, seen, blocks); err != nil {
			return err
		}
	}
	if _, blocks, err = w.changes(ctx, seen); err == nil && len(blocks) > 0 {
		err = newFault("moving")
	}
	return err
}

// displaced is the error of results that went into columns of people, as somebody added a column in
// the moment between reading and writing.
func (w *watcher) displaced(before, after *look, blocks []gsheet.Block) error {
	moved := before.own >= 0 && before.own != after.own
	for _, heading := range headingsOf(before) {
		moved = moved || !slices.Contains(headingsOf(after), heading)
	}
	if !w.plan.Columns || !moved {
		return nil
	}
	first, last := blocks[0], blocks[len(blocks)-1]
	err := newFault("displaced", spreadsheet.ColumnName(first.Column), spreadsheet.ColumnName(first.Column+len(cells.ResultColumns)-1), first.Row+1, last.Row+len(last.Texts))
	w.Log.Error("results may stand in the wrong columns", "source", w.source, "err", err)
	return err
}

// headingsOf are the headings of the sheet, without those of results.
func headingsOf(seen *look) (headings []string) {
	at := seen.report.HeadingRow()
	if at == 0 {
		return nil
	}
	for _, heading := range seen.rows[at-1] {
		if heading != "" {
			headings = append(headings, heading)
		}
	}
	return headings
}

// changes are the cells that do not say what is known, and the tab that they stand in.
func (w *watcher) changes(ctx context.Context, seen *look) (*gsheet.Grid, []gsheet.Block, error) {
	known, err := w.results(ctx, seen)
	if err != nil {
		return nil, nil, err
	}
	if w.plan.Columns {
		return seen.grid, columnChanges(seen, known), nil
	}
	to, err := w.sheet.ReadTab(ctx, w.plan.Results)
	if err != nil {
		return nil, nil, err
	}
	blocks, err := tabChanges(to, seen, known)
	return to, blocks, err
}

// results are what is known of the rows of orders, by row. A row of which nothing is known yet has
// none: it is being typed.
func (w *watcher) results(ctx context.Context, seen *look) (map[int]outcome, error) {
	links, err := w.links(ctx, seen)
	if err != nil {
		return nil, err
	}
	taken, err := w.taken(ctx)
	if err != nil {
		return nil, err
	}
	isTaken := map[int]bool{}
	for _, of := range seen.groups {
		for _, row := range of.rows {
			isTaken[row] = taken[of.print]
		}
	}
	known := map[int]outcome{}
	for _, line := range seen.report.Lines() {
		var r outcome
		if of := links[line.ExternalID]; len(of) > 0 && line.ExternalID != "" {
			r.Result = result.OfOrders(w.Desk, of, seen.report.Language)
		}
		if isTaken[line.Row] {
			r = asTaken(line, r)
		}
		known[line.Row] = r
	}
	return known, nil
}

// asTaken is what is known of a row that was taken as it stands. What the row itself is refused for
// is said unless its order is at the supplier.
func asTaken(line orderfile.Line, r outcome) outcome {
	status := state.RowStatus(r.Status)
	switch {
	case line.Refused && status != state.RowAccepted && status != state.RowHandedOver:
		r.Result = orderfile.Result{Status: string(state.RowRejected), Error: because(line)}
	case status != "":
	case line.Skipped:
		r.Result = orderfile.Result{Status: string(state.RowSkipped), Error: because(line)}
	default:
		r.Status, r.unheard = string(state.RowPending), true
	}
	return r
}

// because is the error cell of a row that was refused or left out as it was read.
func because(line orderfile.Line) string {
	if line.Message == "" {
		return line.Code
	}
	return line.Code + ": " + line.Message
}

// atOnce is for how many orders the journal is asked at a time.
const atOnce = 500

// links are the orders of the sheet as the files have them that named them last, by number.
func (w *watcher) links(ctx context.Context, seen *look) (map[string][]state.Link, error) {
	var keys []state.OrderKey
	for _, of := range seen.groups {
		if of.number == "" {
			continue
		}
		for _, id := range w.IDs() {
			keys = append(keys, state.OrderKey{Account: w.Config.Account, Source: w.source, Supplier: id, ExternalID: of.number})
		}
	}
	links := map[string][]state.Link{}
	for len(keys) > 0 {
		some := keys[:min(len(keys), atOnce)]
		keys = keys[len(some):]
		orders, err := w.Journal.Orders(ctx, state.OrderQuery{Account: w.Config.Account, Keys: some, Bare: true})
		if err != nil {
			return nil, fmt.Errorf("look for the orders of the sheet: %w", err)
		}
		if err := w.addLinks(ctx, orders, links); err != nil {
			return nil, err
		}
	}
	return links, nil
}

// addLinks adds the newest link of each order. One that no file names, as it was adopted, is its own.
func (w *watcher) addLinks(ctx context.Context, orders []state.Order, links map[string][]state.Link) error {
	if len(orders) == 0 {
		return nil
	}
	var ids []int64
	for _, order := range orders {
		ids = append(ids, order.ID)
	}
	found, err := w.Journal.OrderLinks(ctx, ids...)
	if err != nil {
		return fmt.Errorf("look for what the sheet says of its orders: %w", err)
	}
	newest := map[int64]state.Link{}
	for _, link := range found {
		if _, known := newest[link.Order.ID]; !known {
			newest[link.Order.ID] = link.Link
		}
	}
	for _, order := range orders {
		link, known := newest[order.ID]
		if !known {
			link = state.Link{Relation: state.Own}
		}
		link.Order = order
		links[order.ExternalID] = append(links[order.ExternalID], link)
	}
	return nil
}
