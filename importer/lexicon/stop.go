package lexicon

import (
	"slices"
	"strings"
)

// Stop is what a note says against sending its order as it is.
type Stop string

// The stops.
const (
	NoStop    Stop = ""
	StopHold  Stop = "hold"  // it is not to be sent: "Не відправляти!", "СКАСОВАНО", "Відмова"
	StopOdd   Stop = "odd"   // the same in a note, and anything elsewhere: "Тест", "Дубль"
	StopSwap  Stop = "swap"  // other goods are to be sent: "Замінити на KB-02"
	StopLater Stop = "later" // it is to be sent on another day: "Відправити після 25.12"
	StopMaybe Stop = "maybe" // on a condition, or not in one way: "Не відправляти без дзвінка"
)

// StopWords are what people write into notes of orders that are not to be sent as they are.
type StopWords struct {
	Hold   []string `yaml:"hold"`   // the whole of a clause, but for numbers and the words beside
	Odd    []string `yaml:"odd"`    // the same, and only in a column of notes
	Begin  []string `yaml:"begin"`  // holds back where a clause begins with it
	Unless []string `yaml:"unless"` // behind these beginnings: not in this way, which is a wish
	Swap   []string `yaml:"swap"`   // begins a clause that wants other goods
	Later  []string `yaml:"later"`  // begins a clause that wants another day
	Beside []string `yaml:"beside"` // stands beside them and changes nothing
	If     []string `yaml:"if"`     // a sentence with it says what to do in some case
	Pay    []string `yaml:"pay"`    // a clause of a note without one of these says nothing of payment
	Notes  []string `yaml:"notes"`  // in the heading of a column of notes or tags
	// Receives stand before whoever takes the parcel, in a name or a place.
	Receives []string `yaml:"receives"`
	InName   []string `yaml:"in_name"` // in a name, says what became of its order
	Deposit  []string `yaml:"deposit"` // with an amount beside it, says that it was paid in advance
	Take     []string `yaml:"take"`    // with an amount beside it, says what is taken on delivery
}

func (w *StopWords) lists() []*[]string {
	return []*[]string{&w.Hold, &w.Odd, &w.Begin, &w.Unless, &w.Swap, &w.Later, &w.Beside, &w.If, &w.Pay, &w.Notes, &w.Receives, &w.InName, &w.Deposit, &w.Take}
}

// stops are the compiled words.
type stops struct {
	whole, begin, unless, beside, condition, pay, notes, receives, inName, deposit, take dictionary
}

func (s *stops) compile(w *StopWords) {
	s.whole.add(string(StopHold), w.Hold...)
	s.whole.add(string(StopOdd), w.Odd...)
	s.begin.add(string(StopHold), w.Begin...)
	s.begin.add(string(StopSwap), w.Swap...)
	s.begin.add(string(StopLater), w.Later...)
	s.unless.add("unless", w.Unless...)
	s.beside.add("beside", w.Beside...)
	s.condition.add("if", w.If...)
	s.pay.add("pay", w.Pay...)
	s.notes.add("notes", w.Notes...)
	s.receives.add("receives", w.Receives...)
	s.inName.add("says", w.InName...)
	s.deposit.add("deposit", w.Deposit...)
	s.take.add("take", w.Take...)
}

// Notes reports whether a heading is one of notes or tags.
func (l *Lexicon) Notes(heading string) bool {
	return len(heading) <= longestHeading && len(l.stops.notes.find(tokens(normal(heading)))) > 0
}

// Stop reads a note. Only what a clause of it says as a whole, or begins with, counts: "скасовано
// попереднє замовлення" and "подзвонити перед відправкою" say nothing against the order.
func (l *Lexicon) Stop(text string) Stop {
	found := NoStop
	for _, sentence := range sentences(text) {
		condition := asks(sentence) || len(l.stops.condition.find(tokens(sentence))) > 0
		for _, clause := range clauses(sentence) {
			stop := l.stopOf(tokens(clause))
			if condition && stop != NoStop && stop != StopLater {
				stop = StopMaybe
			}
			if rank(stop) > rank(found) {
				found = stop
			}
		}
	}
	return found
}

// rank orders the stops by what has to be said of a note with several.
func rank(s Stop) int {
	return slices.Index([]Stop{NoStop, StopMaybe, StopLater, StopSwap, StopOdd, StopHold}, s)
}

func (l *Lexicon) stopOf(cell []token) Stop {
	core := l.core(cell)
	if class := l.stops.whole.whole(core); class != "" {
		return Stop(class)
	}
	if len(core) == 0 {
		return NoStop
	}
	p, ok := l.stops.begin.longestAt(core, 0)
	if !ok {
		return NoStop
	}
	behind := core[len(p.words):]
	if Stop(p.class) == StopHold && len(behind) > 0 {
		if _, unless := l.stops.unless.longestAt(behind, 0); unless {
			return StopMaybe
		}
	}
	return Stop(p.class)
}

// core is a clause without numbers, what is glued to them, and words that change nothing.
func (l *Lexicon) core(cell []token) []token {
	aside := make([]bool, len(cell))
	for _, h := range l.stops.beside.find(cell) {
		for i := h.from; i < h.to; i++ {
			aside[i] = true
		}
	}
	var out []token
	for i, t := range cell {
		glued := i+1 < len(cell) && cell[i+1].kind == number && cell[i+1].glued // "C" of "C100"
		if t.kind == word && !aside[i] && !glued {
			out = append(out, t)
		}
	}
	return out
}

// sentences parts a note; what stands between two of them is no condition of the other.
func sentences(text string) []string {
	plain := strings.NewReplacer("\r", "\n").Replace(text)
	parts := strings.FieldsFunc(plain, func(r rune) bool { return strings.ContainsRune("!;\n|", r) })
	var out []string
	for _, part := range parts {
		for _, sentence := range strings.Split(part, ". ") {
			out = append(out, normal(sentence))
		}
	}
	return out
}

func clauses(sentence string) []string {
	sentence = strings.ReplaceAll(sentence, " - ", ";")
	return strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(",.:;()[]{}/\t•…", r) })
}

// NoteBranches are the numbers of the branches and lockers that the clauses of a note name.
func (l *Lexicon) NoteBranches(text string) (out []string) {
	for _, sentence := range sentences(text) {
		if len(l.stops.condition.find(tokens(sentence))) > 0 {
			continue
		}
		for _, clause := range clauses(sentence) {
			if place := l.Place(clause, InAddress); place.Named && !place.Shop && place.Number != "" {
				out = append(out, place.Number)
			}
		}
	}
	return out
}

// NotePays reads what the clauses of a note say of payment: COD or Prepaid where one of them says
// as a whole that the order is paid on delivery, or that it was paid or is not paid on delivery.
func (l *Lexicon) NotePays(text string) Payment {
	found := PaymentUnknown
	for _, sentence := range sentences(text) {
		if asks(sentence) || len(l.stops.condition.find(tokens(sentence))) > 0 {
			continue
		}
		for _, clause := range clauses(sentence) {
			cell := tokens(clause)
			if len(cell) == 0 || len(l.stops.pay.find(cell)) == 0 {
				continue
			}
			said := PaymentUnknown
			switch way := l.Payment(clause); {
			case way == COD, l.SaysPaid(clause):
				said = way
			case (cell[0].text == "без" || cell[0].text == "without" || cell[0].text == "не" && len(cell) > 1) && l.Payment(clause[cell[1%len(cell)].start:]) == COD:
				said = Prepaid
			}
			if said != PaymentUnknown {
				found = said
			}
		}
	}
	return found
}
