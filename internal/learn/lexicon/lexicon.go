package lexicon

import (
	"slices"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// Lexicon is the words of all files together.
type Lexicon struct {
	fields   map[Record][]Field
	states   map[StateKind]*States
	sets     map[Set]words
	verdicts []Verdict
	grammar  *grammar
}

// words are a set in the order of the files, and the same to be asked for one of them.
type words struct {
	list []string
	has  map[string]bool
}

// Verdict is a member by which an answer says that it is a good one, and its values then.
type Verdict struct {
	Name string
	Good []string
}

// Load reads the built-in files and those of the user's folder. A file of the user's goes
// before the built-in one of its name; one of another name adds to the words of the others.
func Load(from templates.Set) (*Lexicon, error) {
	if from == templates.Open("") {
		return builtIn()
	}
	return load(from)
}

// builtIn are the words without any of a user's, read once: nothing changes a lexicon.
var builtIn = sync.OnceValues(func() (*Lexicon, error) { return load(templates.Open("")) })

func load(from templates.Set) (*Lexicon, error) {
	names, err := from.Names(templates.Learn)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(names, func(a, b string) int { // what the user says of a word counts last
		return order(from.Own(templates.Learn, a)) - order(from.Own(templates.Learn, b))
	})
	l := newLexicon()
	var alike []reference
	for _, name := range names {
		data, place, err := from.Read(templates.Learn, name)
		if err != nil {
			return nil, err
		}
		more, err := l.add(place, data)
		if err != nil {
			return nil, err
		}
		alike = append(alike, more...)
	}
	for _, r := range alike {
		if err := l.resolve(r); err != nil {
			return nil, err
		}
	}
	l.finish()
	return l, nil
}

func order(own bool) int {
	if own {
		return 1
	}
	return 0
}

func newLexicon() *Lexicon {
	l := &Lexicon{fields: map[Record][]Field{}, states: map[StateKind]*States{}, sets: map[Set]words{}, grammar: &grammar{}}
	for record, fields := range tables {
		own := slices.Clone(fields)
		for i := range own {
			own[i].Names = Names{strength: map[string]float64{}, grammar: l.grammar}
			own[i].About = Names{strength: map[string]float64{}, grammar: l.grammar}
		}
		l.fields[record] = own
	}
	for kind := range stateValues {
		l.states[kind] = &States{}
	}
	for _, set := range sets {
		l.sets[set] = words{has: map[string]bool{}}
	}
	return l
}

// reference is a field that has the names of another one too.
type reference struct {
	file string
	to   *Field
	like strictyaml.Scalar
}

// add takes the words of one file.
func (l *Lexicon) add(name string, data []byte) ([]reference, error) {
	var f file
	if err := strictyaml.Decode(name, data, &f); err != nil {
		return nil, err
	}
	for _, e := range f.Words {
		set, known := l.sets[Set(e.key.Text)]
		if !known {
			return nil, unknown(name, e.key, sets)
		}
		for _, word := range e.value.as(asWritten) {
			if !set.has[word] {
				set.list, set.has[word] = append(set.list, word), true
			}
		}
		l.sets[Set(e.key.Text)] = set
	}
	for _, e := range f.Verdicts {
		l.verdicts = append(l.verdicts, Verdict{e.key.Text, e.value.as(asWritten)})
	}
	if err := l.addStates(name, f.States); err != nil {
		return nil, err
	}
	return l.addFields(name, f.Fields)
}

func (l *Lexicon) addStates(name string, states keyed[keyed[texts]]) error {
	for _, kind := range states {
		values, known := stateValues[StateKind(kind.key.Text)]
		if !known {
			return unknown(name, kind.key, sortedKeys(stateValues))
		}
		for _, value := range kind.value {
			if !slices.Contains(values(), value.key.Text) {
				return unknown(name, value.key, values())
			}
			l.states[StateKind(kind.key.Text)].add(value.key.Text, value.value.as(Phrase))
		}
	}
	return nil
}

func (l *Lexicon) addFields(name string, records keyed[keyed[fieldWords]]) ([]reference, error) {
	var alike []reference
	for _, record := range records {
		fields, known := l.fields[Record(record.key.Text)]
		if !known {
			return nil, unknown(name, record.key, sortedKeys(tables))
		}
		for _, e := range record.value {
			field := named(fields, e.key.Text)
			if field == nil {
				return nil, unknown(name, e.key, fieldNames(fields))
			}
			field.take(e.value)
			if e.value.Like.Set {
				alike = append(alike, reference{name, field, e.value.Like})
			}
		}
	}
	return alike, nil
}

// take adds words to the field's own; the strength that is said last counts.
func (f *Field) take(w fieldWords) {
	for _, name := range w.Names.as(Phrase) {
		f.Names.strength[name] = 1
	}
	for _, e := range w.Weaker {
		f.Names.strength[Phrase(e.key.Text)] = float64(e.value)
	}
	for _, e := range w.Described {
		f.About.strength[strings.ToLower(e.key.Text)] = float64(e.value)
	}
}

// resolve gives a field the names of another one, where it has no strength of its own for
// them.
func (l *Lexicon) resolve(r reference) error {
	record, name, _ := strings.Cut(r.like.Text, ".")
	other := named(l.fields[Record(record)], name)
	if other == nil {
		mistake := r.like.Wrong(r.file, "there is no field %q", r.like.Text)
		mistake.Mend = "write it as RECORD.FIELD, such as product.sku"
		return mistake
	}
	for name, strength := range other.Names.strength {
		if _, own := r.to.Names.strength[name]; !own {
			r.to.Names.strength[name] = strength
		}
	}
	return nil
}

// finish lays out what depends on the words of all files.
func (l *Lexicon) finish() {
	*l.grammar = grammar{vague: l.sets[Vague].has, transparent: l.sets[Transparent].has, nouns: l.sets[Nouns].list, wrappers: l.sets[Wrappers].has,
		long: longWords(l.sets[ShortWords].list), moments: l.sets[Moments].has}
	for _, fields := range l.fields {
		for i := range fields {
			fields[i].Names.alike = alikeOf(&fields[i], l.grammar)
			switch f := &fields[i]; f.Want {
			case WantState:
				f.States, f.Rivals = l.states[f.kind], l.rivalsOf(f.kind)
			case WantImages:
				f.Small = l.sets[SmallPictures].list
			case WantCurrency:
				f.Values = l.sets[Currencies].has
			case WantBarcode:
				f.Absent = l.sets[Empty].has
			}
		}
	}
	for _, states := range l.states {
		states.unclear, states.doubt, states.second = l.sets[Unclear].list, l.sets[Doubtful].has, l.sets[SecondWords].list
	}
	l.fields[Order] = append(l.fields[Order], l.fields[Recipient]...)
	l.fields[NewOrder] = l.newOrder()
}

// ways are the kinds of states that stand side by side in an order and are called alike.
var ways = []StateKind{Carrier, Delivery, Payment}

// rivalsOf are the words of the other kinds that are called like one.
func (l *Lexicon) rivalsOf(kind StateKind) (rivals []*States) {
	if !slices.Contains(ways, kind) {
		return nil
	}
	for _, other := range ways {
		if other != kind {
			rivals = append(rivals, l.states[other])
		}
	}
	return rivals
}

// newOrder are an order's values as a request takes them, in the mapping's order.
func (l *Lexicon) newOrder() []Field {
	external, waybill := l.Field(Order, "external_id"), l.Field(Order, "waybill_number")
	external.Needed = true
	recipient := l.fields[Recipient]
	comment := len(recipient) - 1
	return slices.Concat([]Field{external}, recipient[:comment], []Field{waybill}, recipient[comment:])
}

func named(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}

func fieldNames(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// Fields are the fields of a record, in the order in which a mapping has them. An order
// has those of its recipient too, and a new one the values
// that are sent.
func (l *Lexicon) Fields(r Record) []Field { return l.fields[r] }

// Field is one of them; a name that a record has not gives a field without words.
func (l *Lexicon) Field(r Record, name string) Field {
	if f := named(l.fields[r], name); f != nil {
		return *f
	}
	return Field{Name: name}
}

// Verdicts are the members by which answers say that they are good ones.
func (l *Lexicon) Verdicts() []Verdict { return l.verdicts }

// Words are a set's words, in the order of the files.
func (l *Lexicon) Words(set Set) []string { return l.sets[set].list }

// Has reports whether a set holds that very text.
func (l *Lexicon) Has(set Set, text string) bool { return l.sets[set].has[text] }

// Holds reports whether a text has one of a set's words somewhere in it.
func (l *Lexicon) Holds(set Set, text string) bool {
	return slices.ContainsFunc(l.sets[set].list, func(word string) bool { return strings.Contains(text, word) })
}

// HoldsWhole reports whether a phrase has one of a set's words as a word of its own.
func (l *Lexicon) HoldsWhole(set Set, phrase string) bool {
	return slices.ContainsFunc(l.sets[set].list, func(word string) bool { return strings.Contains(" "+phrase+" ", " "+word+" ") })
}
