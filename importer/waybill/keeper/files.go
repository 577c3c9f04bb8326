package keeper

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Files are the waybill files of all sources.
type Files struct {
	*desk.Desk
	mu    sync.Mutex
	files []*waybillKeeper // by source
}

// readAllEvery is how often all orders of a file are read again, whatever changed:
// clocks of other processes may be wrong.
const readAllEvery = time.Hour

// NewFiles checks the waybill files of the config's sources.
func NewFiles(d *desk.Desk) (*Files, error) {
	files, err := waybillKeepers(d)
	return &Files{Desk: d, files: files}, err
}

// TidyWaybills removes what crashes left beside the files.
func (f *Files) TidyWaybills(now time.Time) error {
	for _, k := range f.files {
		if err := durable.RemoveStale(filepath.Dir(k.file.Out), now); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("tidy beside the waybills of %s: %w", k.name(), err)
		}
	}
	return nil
}

func waybillKeepers(d *desk.Desk) (files []*waybillKeeper, err error) {
	all := maps.Clone(d.Config.Sources)
	if all == nil {
		all = map[string]desk.Source{}
	}
	all[""] = d.Config.Default
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name].Waybills == nil {
			continue
		}
		k := &waybillKeeper{Desk: d, source: name, file: *all[name].Waybills}
		k.file.Since = cmp.Or(k.file.Since, 30*24*time.Hour)
		var known bool
		if k.format, known = waybill.FormatOf(k.file.Out); !known || k.file.Template == nil {
			return nil, fmt.Errorf("waybill file %s: it needs a template, and a name that ends in .csv or .xlsx", k.file.Out)
		}
		if strings.Contains(k.file.Out, waybill.OutTime) != k.file.OnlyNew {
			return nil, fmt.Errorf("waybill file %s: %s belongs into the name of files that hold only what is new, and into no others", k.file.Out, waybill.OutTime)
		}
		files = append(files, k)
	}
	return files, nil
}

// KeepWaybills brings the waybill files of all sources up to date, and does nothing where
// they are. What keeps one from it is a problem until a later call succeeds, and is
// returned once all were tried.
func (f *Files) KeepWaybills(ctx context.Context) error {
	return f.keepWaybills(ctx, func(string) bool { return true })
}

// KeepWaybillsOf is KeepWaybills for who waits for one source: what is wrong with the file
// of another one is said as a problem, and no error of this.
func (f *Files) KeepWaybillsOf(ctx context.Context, source string) error {
	return f.keepWaybills(ctx, func(name string) bool { return name == source })
}

func (f *Files) keepWaybills(ctx context.Context, concerned func(source string) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	for _, k := range f.files {
		err := k.keep(ctx)
		if ctx.Err() != nil {
			return errors.Join(append(errs, ctx.Err())...)
		}
		f.Problems.Set(f.Config.Now(), told.ProblemWaybills+k.name(), err)
		f.Problems.Set(f.Config.Now(), told.ProblemWaybillRows+k.name(), k.sayLeftOut())
		if err != nil && concerned(k.source) {
			errs = append(errs, fmt.Errorf("%s%s: %w", told.ProblemWaybills, k.name(), err))
		}
	}
	return errors.Join(errs...)
}

func (k *waybillKeeper) keep(ctx context.Context) error {
	if err := k.learn(ctx); err != nil {
		return err
	}
	if k.file.OnlyNew {
		return k.writeNews(ctx)
	}
	return k.bringUpToDate(ctx)
}

// learn asks the journal what changed, or, now and then, for all orders of the file.
func (k *waybillKeeper) learn(ctx context.Context) error {
	now := k.Config.Now()
	oldest := now.Add(-k.file.Since)
	query := state.OrderQuery{Account: k.Config.Account, Sources: []string{k.source}}
	if k.orders != nil && now.Sub(k.readAll) < readAllEvery {
		query.Since = k.read.Add(-desk.ClockSkew)
		for order, err := range k.Journal.EachOrder(ctx, query) {
			if err == nil {
				err = k.take(order)
			}
			if err != nil {
				return fmt.Errorf("read the orders whose waybills changed: %w", err)
			}
		}
		k.read = now
		k.forget(oldest)
		return nil
	}
	before := k.orders
	k.orders, k.nameless, k.changed = map[int64]waybillEntry{}, map[int64]bool{}, true
	open, lately := query, query
	open.Open, lately.States, lately.Since = true, []state.State{state.Accepted}, oldest
	for _, query := range []state.OrderQuery{open, lately} {
		for order, err := range k.Journal.EachOrder(ctx, query) {
			if err == nil {
				err = k.take(order)
			}
			if err != nil {
				k.orders = before
				return fmt.Errorf("read the orders of a waybill file: %w", err)
			}
		}
	}
	k.read, k.readAll = now, now
	k.forget(oldest)
	return nil
}

// underWay reports whether an order of this status stays in the file however long ago it
// changed. Some suppliers never say more of a delivered one.
func underWay(status string) bool {
	return !supplier.OrderFinal(status) && !supplier.OrderArrived(status)
}

// take keeps what the file shows of an order, or that it shows nothing of it.
func (k *waybillKeeper) take(o state.Order) error {
	old, known := k.orders[o.ID]
	if known && old.changed.Equal(o.ChangedAt) {
		return nil
	}
	order, err := k.shown(o)
	if err != nil {
		return err
	}
	delete(k.nameless, o.ID)
	if o.State != state.Accepted || !k.file.Template.Takes(order) {
		delete(k.orders, o.ID)
		k.changed = k.changed || known
		return nil
	}
	if order.Number == "" {
		k.nameless[o.ID] = true
		return nil
	}
	k.orders[o.ID] = waybillEntry{order: order, open: underWay(o.RemoteStatus), changed: o.ChangedAt}
	k.changed = true
	return nil
}

// forget drops the orders that have arrived and did not change for long.
func (k *waybillKeeper) forget(oldest time.Time) {
	maps.DeleteFunc(k.orders, func(_ int64, e waybillEntry) bool {
		gone := !e.open && e.changed.Before(oldest)
		k.changed = k.changed || gone
		return gone
	})
}

// shown is what a waybill file may tell of an order. Its Number is "" where the order
// file had none.
func (k *waybillKeeper) shown(o state.Order) (waybill.Order, error) {
	var content supplier.NewOrder
	if err := json.Unmarshal(o.Content, &content); err != nil {
		return waybill.Order{}, fmt.Errorf("order %s: %w", told.OneLine(o.ExternalID), err)
	}
	out := waybill.Order{Number: shopNumber(o.ExternalID, k.Source(k.source).Prefix), ExternalID: o.ExternalID, ID: o.RemoteID,
		Status: o.RemoteStatus, CreatedAt: o.CreatedAt, UpdatedAt: o.RemoteAt}
	if own := content.WaybillNumber; own != nil { // the client's own counts as one of the supplier's
		o.Waybills = append([]string{*own}, o.Waybills...)
	}
	for _, number := range o.AllWaybills() {
		parcel := parcelOf(o, number)
		out.Parcels = append(out.Parcels, waybill.Parcel{Waybill: number, State: parcel.State, ShippedAt: parcel.ShippedAt,
			Carrier: cmp.Or(parcel.Carrier, content.Recipient.Delivery.Carrier)})
	}
	if k.file.Template.PerItem() {
		for _, item := range content.Items {
			out.Items = append(out.Items, waybill.Item{SKU: item.SKU, Quantity: item.Quantity})
		}
	}
	return out, nil
}

// parcelOf is the parcel of a waybill, of several the one that was heard of last; the zero
// Parcel where there is none.
func parcelOf(o state.Order, number string) (found state.Parcel) {
	for _, p := range o.Parcels {
		if p.Waybill == number && (found.ID == "" || p.At.After(found.At)) {
			found = p
		}
	}
	return found
}

// madeUp is the number of an order whose file has none, as package orderfile makes it.
var madeUp = pattern.Lazy(`^row-[0-9a-f]{20}-[0-9]+$`)

// shopNumber is an order's number as the shop's file had it, "" where that had none.
func shopNumber(externalID, prefix string) string {
	number := strings.TrimPrefix(externalID, prefix)
	if madeUp().MatchString(number) {
		return ""
	}
	return number
}

// sayLeftOut names the orders that cannot stand in the file.
func (k *waybillKeeper) sayLeftOut() error {
	var said []string
	say := func(key string, values ...any) {
		said = append(said, wording.NewMessage(key, values...).In(cmp.Or(k.Config.Language, wording.English)))
	}
	if n := len(k.nameless); n > 0 {
		say("waybills.without_number", n)
	}
	if n := len(k.leftOut); n > 0 {
		say("waybills.not_in_encoding", n, told.OneLine(k.leftOut[0].Order), told.OneLine(k.leftOut[0].Heading))
	}
	if len(said) == 0 {
		return nil
	}
	return errors.New(strings.Join(said, "; "))
}
