package lexicon

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// New compiles words and lays an overlay over them. An error names the word that is wrong.
func New(w Words, o Overlay) (*Lexicon, error) {
	l := &Lexicon{nothing: map[string]bool{}, ticks: map[string]string{}}
	if err := l.own.compile(o); err != nil {
		return nil, err
	}
	l.states.add(string(Post), w.States.Post...)
	l.states.add(string(Skip), w.States.Skip...)
	l.states.add(string(Cancelled), w.States.Cancelled...)
	for class, words := range map[string][]string{payCOD: w.Payments.COD, payPrepaid: w.Payments.Prepaid, payMeans: w.Payments.Means,
		payInPart: w.Payments.InPart, payUnpaid: w.Payments.Unpaid, payNot: w.Payments.Not, payNeutral: w.Payments.Neutral} {
		l.payments.add(class, words...)
	}
	if err := l.compileDelivery(&w); err != nil {
		return nil, err
	}
	l.stops.compile(&w.Stops)
	l.compileLists(&w)
	l.compileSigns(&w)
	return l, nil
}

// compileDelivery compiles the words for carriers, kinds of places, and what addresses are made of.
func (l *Lexicon) compileDelivery(w *Words) error {
	for _, name := range slices.Sorted(maps.Keys(w.Carriers)) {
		if !slices.Contains(carrierNames[:], name) {
			return fmt.Errorf("unknown carrier %q: one of %v", name, carrierNames)
		}
		l.delivery.add(name, w.Carriers[name]...)
	}
	p := w.Places
	for class, words := range map[string][]string{KindBranch: p.Branch, KindLocker: p.Locker, KindCourier: p.Courier, placeWeak: p.BranchWeak,
		placeShop: p.Shop, placeOther: p.Others, placeNot: w.Payments.Not} {
		l.delivery.add(class, words...)
	}
	l.place.byFirst = map[rune][]phrase{}
	for first, phrases := range l.delivery.byFirst {
		l.place.byFirst[first] = slices.Clone(phrases)
	}
	l.delivery.add(placeDoors, p.Doors...)
	l.doors.add(placeDoors, p.Doors...)
	l.shops.add(placeShop, p.Shop...)
	for _, spellings := range p.Cities {
		names := strings.Split(spellings, "/")
		l.cities.add(names[0], names...)
	}
	for class, words := range map[string][]string{placeStreet: p.Street, placeUnit: p.Unit, placeCity: p.City, placeRegion: p.Region,
		placeDistrict: p.District, placeIndex: p.Index, placeNone: p.NoPlace} {
		l.place.add(class, words...)
	}
	l.points.add("point", p.Points...)
	l.fetched.add("beside", p.PickupBeside...)
	l.instead.add("shut", p.Shut...)
	l.instead.add("instead", p.Instead...)
	l.abroad.add("abroad", p.Abroad...)
	l.ofHouse.add("house", p.OfHouse...)
	return nil
}

// compileLists compiles the words that stand in lists of their own.
func (l *Lexicon) compileLists(w *Words) {
	l.shortCOD.add(payCOD, w.Payments.Short...)
	l.sums.add("sum", w.Numbers.Sums...)
	l.paid.add("paid", w.Payments.Paid...)
	l.done.add("done", w.Payments.Done...)
	l.lone.add("lone", w.Numbers.Lone...)
	l.rest.add("rest", w.Numbers.Rest...)
	l.ukraine.add("ukraine", w.Ukraine...)
	l.hryvnia.add("hryvnia", w.Hryvnia...)
	l.truth.add("yes", w.Yes...)
	l.truth.add("no", w.No...)
	l.sides.add("recipient", w.Sides.Recipient...)
	l.sides.add("payer", w.Sides.Payer...)
	l.sides.add("sender", w.Sides.Sender...)
	l.sides.add("client", w.Sides.Client...)
	l.noNames.add("none", w.NoNames...)
	l.currencies.add("foreign", w.Currencies...)
	l.numbers.add("money", w.Numbers.Money...)
	l.numbers.add("other", w.Numbers.Other...)
	l.brackets.add(bracketNeutral, w.Brackets.Neutral...)
	l.brackets.add(bracketExample, w.Brackets.Example...)
	l.brackets.add(bracketSupplier, w.Brackets.Supplier...)
	l.deposits.add("deposit", w.Deposits...)
	l.asking.add("asking", w.Asking...)
	l.skuWords.add(skuNone, w.SKU.None...)
	l.skuWords.add(skuSwap, w.SKU.Swap...)
	l.orderIDs.add(idSign, w.OrderIDs.Sign...)
	l.orderIDs.add(idThing, w.OrderIDs.Thing...)
	l.flags.add(string(FlagPost), w.Flags.Post...)
	l.flags.add(string(FlagHold), w.Flags.Hold...)
	l.flags.add(string(FlagPay), w.Flags.Pay...)
	l.gifts.add("gift", w.Flags.Gift...)
}

// compileSigns compiles what is compared sign by sign: ticks, and cells that say that there is nothing.
func (l *Lexicon) compileSigns(w *Words) {
	for truth, signs := range map[string][]string{"yes": w.Yes, "no": w.No} {
		for _, sign := range signs {
			if len(tokens(normal(sign))) == 0 { // "+" has no letters that a dictionary compares
				l.ticks[normal(sign)] = truth
			}
		}
	}
	for _, text := range w.Nothing {
		l.nothing[normal(text)] = true
		l.longestNothing = max(l.longestNothing, 2*len(text))
	}
}
