package handover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Tracking reads the files by which a supplier tells of waybills: workbooks and texts in a
// folder, with the order's number and the waybill in columns. They are never changed or
// moved. It may be used concurrently.
type Tracking struct {
	dir      string
	headings map[string][]string // keys of the headings, by what the column holds
	states   map[string]string   // statuses, by their word's key
	language wording.Language
	settle   time.Duration
	now      func() time.Time

	mu    sync.Mutex
	files map[string]trackedFile // by name, as they were read last
}

// trackedFile is what a file said when it had that size and time.
type trackedFile struct {
	size  int64
	at    time.Time
	lines []trackedOrder
	err   error
}

// trackedOrder is what a file says of an order.
type trackedOrder struct {
	number, status string
	waybills       []string
}

// What columns of such a file hold.
const (
	columnNumber  = "order_number"
	columnWaybill = "waybill_number"
	columnState   = "state"
)

type trackingSpec struct {
	Name        strictyaml.Scalar              `yaml:"name"`
	Kind        strictyaml.Scalar              `yaml:"kind"`
	Format      strictyaml.Scalar              `yaml:"format"`
	Description string                         `yaml:"description"`
	Number      []strictyaml.Scalar            `yaml:"order_number"`
	Waybill     []strictyaml.Scalar            `yaml:"waybill_number"`
	State       []strictyaml.Scalar            `yaml:"state"`
	States      map[string][]strictyaml.Scalar `yaml:"states"`
}

// LoadTracking reads a template of the set by its name, or the file of that path, for the
// files of a folder.
func LoadTracking(from templates.Set, name, dir string, language wording.Language, now func() time.Time) (*Tracking, error) {
	data, file, err := from.Read(templates.Tracking, name)
	if err != nil {
		return nil, err
	}
	var s trackingSpec
	c, err := csvtemplate.Open(file, data, &s)
	if err != nil {
		return nil, err
	}
	t := &Tracking{dir: dir, headings: map[string][]string{}, states: map[string]string{}, language: language, settle: desk.UsualSettle, now: now, files: map[string]trackedFile{}}
	return t, t.compile(c, &s)
}

func (t *Tracking) compile(c csvtemplate.Compiler, s *trackingSpec) error {
	if err := c.OfKind(s.Kind, string(templates.Tracking)); err != nil {
		return err
	}
	for column, headings := range map[string][]strictyaml.Scalar{columnNumber: s.Number, columnWaybill: s.Waybill, columnState: s.State} {
		for _, heading := range headings {
			t.headings[column] = append(t.headings[column], ordertemplate.HeadingKey(heading.Text))
		}
	}
	if len(s.Number) == 0 || len(s.Waybill) == 0 {
		return c.Fail(s.Name, "order_number and waybill_number need headings, such as order_number: [Order]")
	}
	for status, words := range s.States {
		if !slices.Contains(supplier.OrderStatuses(), status) {
			return c.Fail(slices.Concat(words, []strictyaml.Scalar{s.Name})[0], "states: %q is no status of an order: one of %s", status, strings.Join(supplier.OrderStatuses(), ", "))
		}
		for _, word := range words {
			t.states[ordertemplate.HeadingKey(word.Text)] = status
		}
	}
	return nil
}

// columns are the places of what a heading row holds; both the number and the waybill are
// there in one that is known.
func (t *Tracking) columns(row *cells.Row) (at map[string]int, known bool) {
	at = map[string]int{}
	for _, cell := range row.Cells {
		key := ordertemplate.HeadingKey(cell.Text)
		for column, headings := range t.headings {
			if _, twice := at[column]; !twice && slices.Contains(headings, key) {
				at[column] = cell.Column
			}
		}
	}
	_, number := at[columnNumber]
	_, waybill := at[columnWaybill]
	return at, number && waybill
}

// KnownIn are the headings of the first row that has both a number and a waybill: two such
// columns are enough here, while order files need three.
func (t *Tracking) KnownIn(rows []cells.Row) []string {
	for i := range rows {
		if _, known := t.columns(&rows[i]); known {
			var out []string
			for _, cell := range rows[i].Cells {
				out = append(out, cell.Text)
			}
			for len(out) < cells.LeastKnown {
				out = append(out, out[0])
			}
			return out
		}
	}
	return nil
}

// tracked is what all files say of an order.
type tracked struct {
	status   string
	statusAt time.Time            // of the file that has the last word
	waybills map[string]time.Time // with the times of the files that name them first
}

// Check reads the files as they are read for orders, and says what is wrong with them.
func (t *Tracking) Check(ctx context.Context) error {
	if _, failed := t.readAll(ctx, slog.New(slog.DiscardHandler)); len(failed) > 0 {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// orders gives the statuses that the files tell. An order that has none is confirmed, which
// is no news of one whose status is known. What is wrong with files is one error behind.
func (t *Tracking) orders(ctx context.Context, log *slog.Logger, yield func(supplier.Order, error) bool) {
	all, failed := t.readAll(ctx, log)
	for _, number := range slices.Sorted(maps.Keys(all)) {
		one := all[number]
		if !yield(supplier.Order{ID: number, ExternalID: number, Status: cmp.Or(one.status, supplier.OrderConfirmed), UpdatedAt: one.statusAt}, nil) {
			return
		}
	}
	if len(failed) > 0 {
		yield(supplier.Order{}, &supplier.Error{Kind: supplier.KindIncomplete, Op: "read the supplier's waybills", Detail: strings.Join(failed, "; ")})
	}
}

// shipments gives each waybill as a parcel of its own: one that a file told of stays, also
// when the file is gone.
func (t *Tracking) shipments(ctx context.Context, log *slog.Logger, yield func(supplier.Shipment, error) bool) {
	all, _ := t.readAll(ctx, log) // said by orders
	for _, number := range slices.Sorted(maps.Keys(all)) {
		waybills := all[number].waybills
		for _, waybill := range slices.Sorted(maps.Keys(waybills)) {
			shipment := supplier.Shipment{ID: number + "/" + waybill, OrderID: number, ExternalID: number, WaybillNumber: waybill, State: supplier.ParcelUnknown,
				StateUpdatedAt: waybills[waybill]}
			if !yield(shipment, nil) {
				return
			}
		}
	}
}

// readAll reads the files that changed and joins what all say, by the orders' numbers.
func (t *Tracking) readAll(ctx context.Context, log *slog.Logger) (all map[string]*tracked, failed []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	names, wrong := t.refresh(ctx, log)
	all = map[string]*tracked{}
	for _, name := range names {
		file := t.files[name]
		for _, line := range file.lines {
			if all[line.number] == nil {
				all[line.number] = &tracked{waybills: map[string]time.Time{}}
			}
			all[line.number].learn(line, file.at)
		}
		if file.err != nil {
			wrong = append(wrong, file.err)
		}
	}
	for _, err := range wrong {
		failed = append(failed, oneline.Clean(err.Error(), mostSaid))
	}
	return all, failed
}

// learn takes in what a later file says.
func (o *tracked) learn(line trackedOrder, at time.Time) {
	if line.status != "" {
		o.status, o.statusAt = line.status, at
	}
	for _, waybill := range line.waybills {
		if _, known := o.waybills[waybill]; !known {
			o.waybills[waybill] = at
		}
	}
}

// refresh reads the files that are new or changed, forgets those that are gone, and lists
// all by their times.
func (t *Tracking) refresh(ctx context.Context, log *slog.Logger) (names []string, failed []error) {
	entries, err := os.ReadDir(t.dir)
	if err != nil {
		return nil, []error{err}
	}
	fresh := map[string]trackedFile{}
	for _, entry := range entries {
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "~$")) {
			continue
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		held, known := t.files[entry.Name()]
		switch {
		case known && held.size == info.Size() && held.at.Equal(info.ModTime()):
		case t.now().Sub(info.ModTime()).Abs() < t.settle:
			if !known {
				continue // it may still be written
			}
		default:
			held = trackedFile{size: info.Size(), at: info.ModTime()}
			held.lines, held.err = t.readFile(ctx, filepath.Join(t.dir, entry.Name()), info.Size())
			log.Info("waybills of the supplier read", "file", oneline.Unbroken(entry.Name()), "orders", len(held.lines))
		}
		fresh[entry.Name()], names = held, append(names, entry.Name())
	}
	t.files = fresh
	slices.SortStableFunc(names, func(a, b string) int { return fresh[a].at.Compare(fresh[b].at) })
	return names, failed
}

// refuse is what is wrong with a file, in the language of its reader.
func (t *Tracking) refuse(key string, values ...any) error {
	return &refusal{wording.NewMessage(key, values...), t.language}
}

// readFile reads one file. Whatever it makes the parsers do, a panic of theirs included, ends
// as an error of it.
func (t *Tracking) readFile(ctx context.Context, path string, size int64) (lines []trackedOrder, err error) {
	defer func() {
		if p := recover(); p != nil {
			lines, err = nil, t.refuse("handover.unreadable", oneline.Unbroken(filepath.Base(path)), problem.OfPanic(p).Message)
		}
	}()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	name := oneline.Unbroken(filepath.Base(path))
	table, faults, err := cells.Read(ctx, file, size, name, cells.How{Headings: t, Limits: cells.Limits{}.OrDefaults(), Glimpse: func([]cells.Row) {}})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(faults) > 0 {
		return nil, t.refuse("handover.unreadable", name, faults[0].Message)
	}
	return t.readTable(name, table.Table)
}

func (t *Tracking) readTable(name string, table *cells.Table) ([]trackedOrder, error) {
	var at map[string]int
	var out []trackedOrder
	var failed []error
	fault := table.Each(func(row *cells.Row) bool {
		if at == nil {
			if found, known := t.columns(row); known {
				at = found
			}
			return true
		}
		one, err := t.line(name, row, at)
		if err != nil {
			failed = append(failed, err)
		}
		if one.number != "" {
			out = append(out, one)
		}
		return true
	})
	switch {
	case fault != nil:
		return nil, t.refuse("handover.unreadable", name, fault.Message) // half a file is none
	case at == nil:
		return nil, t.refuse("handover.no_headings", name)
	}
	const most = 3 // of many alike the first tell enough
	return out, firstOf(failed, most)
}

// firstOf joins the first errors of a list, and says how many more there are.
func firstOf(failed []error, most int) error {
	if len(failed) == 0 {
		return nil
	}
	var texts []string
	for _, err := range failed[:min(len(failed), most)] {
		texts = append(texts, err.Error())
	}
	if more := len(failed) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("+%d", more))
	}
	return errors.New(strings.Join(texts, "; "))
}

// line is a row of a file. A word that is not known is refused, and what else the row says
// counts.
func (t *Tracking) line(name string, row *cells.Row, at map[string]int) (one trackedOrder, err error) {
	number, waybill := row.At(at[columnNumber]), row.At(at[columnWaybill])
	one.number = celltext.Clean(number.Code())
	for _, part := range strings.FieldsFunc(waybill.Code(), func(r rune) bool { return strings.ContainsRune(";,\n", r) }) {
		if part = strings.ReplaceAll(celltext.Clean(part), " ", ""); part != "" {
			one.waybills = append(one.waybills, part)
		}
	}
	if lost := scientific(waybill) || scientific(number); lost {
		return trackedOrder{}, t.refuse("handover.scientific", name, row.Number)
	}
	column, shown := at[columnState]
	word := ""
	if shown {
		word = row.At(column).Text
	}
	switch {
	case one.number == "" && (len(one.waybills) > 0 || word != ""):
		return trackedOrder{}, t.refuse("handover.no_number", name, row.Number)
	case word == "":
	case t.states[ordertemplate.HeadingKey(word)] == "":
		err = t.refuse("handover.unknown_state", name, row.Number, celltext.Show(word))
	default:
		one.status = t.states[ordertemplate.HeadingKey(word)]
	}
	return one, err
}

// scientific reports whether a spreadsheet has cut digits off: 2,04501E+13, or a number of
// more digits than it keeps.
func scientific(cell cells.Cell) bool {
	const exact = 15 // digits of a number that a spreadsheet keeps
	mantissa, exponent, found := strings.Cut(strings.ToUpper(cell.Text), "E+")
	if found && celltext.AllDigits(exponent) && celltext.AllDigits(strings.NewReplacer(",", "", ".", "").Replace(mantissa)) {
		return true
	}
	return cell.Kind == cells.Number && len(strings.TrimLeft(cell.Text, "-0")) > exact
}
