package lexicon

import (
	"slices"
	"strings"
)

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
	plain := strings.ReplaceAll(text, "\r", "\n")
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
