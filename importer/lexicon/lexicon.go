package lexicon

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Lexicon reads cells with the words of one template and of one source. It is made by New,
// never changed after that, and may be shared.
type Lexicon struct {
	states              dictionary // classes: post, skip, cancelled
	payments            dictionary // classes: see payment.go
	delivery            dictionary // classes: carriers, and branch, locker, courier
	place               dictionary // delivery's, and street, unit, city, region, district, index
	ukraine             dictionary
	hryvnia             dictionary
	truth               dictionary        // classes: yes, no
	flags, gifts        dictionary        // classes: see flag.go
	ticks               map[string]string // signs that say yes or no
	doors, shops        dictionary        // some of the words of delivery
	cities              dictionary        // each spelling's class is the first spelling
	sides               dictionary        // classes: recipient, payer, sender
	noNames, currencies dictionary
	numbers             dictionary // classes: money, other
	stops               stops
	points, fetched     dictionary // of a carrier's points of issue; of a pickup at the shop
	instead             dictionary // classes: shut, instead
	shortCOD, sums      dictionary
	paid                dictionary // some of the words of payment
	lone, rest          dictionary // whole headings of amounts
	done                dictionary // what a state of payment says besides
	orderIDs            dictionary // classes: sign, thing
	brackets            dictionary // classes: see bracket.go
	deposits, asking    dictionary
	abroad, ofHouse     dictionary
	skuWords            dictionary // classes: none, swap
	nothing             map[string]bool
	// longestNothing is the length in bytes above which no cell stands for a blank.
	longestNothing int
	own            overlay
}

// Overlay is what a source in the config says of whole cells: what stands here goes before
// the template's words.
type Overlay struct {
	States   map[string]string // a cell: post, skip or cancelled
	Payments map[string]string // a cell: cod, prepaid or balance
	Carriers map[string]string // a cell: a carrier's name, or courier, branch, locker for the source's own carrier
}

// IsZero reports whether the source says nothing of its own.
func (o Overlay) IsZero() bool { return len(o.States)+len(o.Payments)+len(o.Carriers) == 0 }

type overlay struct {
	states   map[string]State
	payments map[string]Payment
	carriers map[string]Delivery
}

// carrierNames are the carriers that an order may name.
var carrierNames = supplier.Carriers()

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
	for _, name := range slices.Sorted(maps.Keys(w.Carriers)) {
		if !slices.Contains(carrierNames[:], name) {
			return nil, fmt.Errorf("unknown carrier %q: one of %v", name, carrierNames)
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
	l.stops.compile(&w.Stops)
	l.shortCOD.add(payCOD, w.Payments.Short...)
	l.sums.add("sum", w.Numbers.Sums...)
	l.paid.add("paid", w.Payments.Paid...)
	l.done.add("done", w.Payments.Done...)
	l.lone.add("lone", w.Numbers.Lone...)
	l.rest.add("rest", w.Numbers.Rest...)
	l.points.add("point", p.Points...)
	l.fetched.add("beside", p.PickupBeside...)
	l.instead.add("shut", p.Shut...)
	l.abroad.add("abroad", p.Abroad...)
	l.ofHouse.add("house", p.OfHouse...)
	l.instead.add("instead", p.Instead...)
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
	return l, nil
}

func (o *overlay) compile(from Overlay) error {
	o.states, o.payments, o.carriers = map[string]State{}, map[string]Payment{}, map[string]Delivery{}
	for cell, value := range from.States {
		state := State(value)
		if !slices.Contains([]State{Post, Skip, Cancelled}, state) {
			return fmt.Errorf("states: %q: unknown value %q: one of post, skip, cancelled", cell, value)
		}
		o.states[phraseKey(cell)] = state
	}
	for cell, value := range from.Payments {
		payment := Payment(value)
		if !slices.Contains([]Payment{COD, Prepaid, Balance}, payment) {
			return fmt.Errorf("payments: %q: unknown value %q: one of cod, prepaid, balance", cell, value)
		}
		o.payments[phraseKey(cell)] = payment
	}
	for cell, value := range from.Carriers {
		switch {
		case slices.Contains(carrierNames[:], value):
			o.carriers[phraseKey(cell)] = Delivery{Carrier: value, Known: true}
		case slices.Contains([]string{KindBranch, KindLocker, KindCourier}, value):
			o.carriers[phraseKey(cell)] = Delivery{Kind: value, Known: true}
		default:
			return fmt.Errorf("carriers: %q: unknown value %q: one of %v, or courier, branch, locker", cell, value, carrierNames)
		}
	}
	return nil
}

// asks reports whether a cell holds a question mark: whoever wrote it did not know either.
func asks(text string) bool { return strings.Contains(text, "?") }

// Nothing reports whether a cell only stands for a blank, such as "-".
func (l *Lexicon) Nothing(text string) bool {
	return len(text) <= l.longestNothing && l.nothing[normal(text)]
}

// Truth is "yes", "no", or "" for what is neither.
func (l *Lexicon) Truth(text string) string {
	const longestTick = 20
	if len(text) > longestTick {
		return ""
	}
	plain := normal(text)
	if truth := l.ticks[plain]; truth != "" {
		return truth
	}
	return l.truth.whole(tokens(plain))
}

// NoName reports whether a cell stands for a name where there is none.
func (l *Lexicon) NoName(text string) bool { return l.noNames.whole(tokens(normal(text))) != "" }

// ForeignCurrency reports whether the heading of an amount names another currency.
func (l *Lexicon) ForeignCurrency(heading string) bool {
	return strings.ContainsAny(heading, "$€£₽¥") || len(l.currencies.find(tokens(normal(heading)))) > 0
}

// Counts is "money" where a heading speaks of amounts, "other" where it names what is counted,
// weighed or numbered, else "". "Кількість до сплати" counts: what is no money goes before.
func (l *Lexicon) Counts(heading string) string {
	said := classes(l.numbers.find(tokens(normal(heading))))
	switch {
	case said["other"]:
		return "other"
	case said["money"], strings.Contains(heading, "₴"):
		return "money"
	}
	return ""
}

// Side is "recipient", "payer" or "sender" where the brackets of a heading name one of them, else "".
func (l *Lexicon) Side(heading string) string {
	at := strings.IndexAny(heading, "([{")
	if at < 0 {
		return ""
	}
	said := classes(l.sides.find(tokens(normal(heading[at:]))))
	switch {
	case said["sender"]:
		return "sender"
	case said["recipient"] == said["payer"]:
		return ""
	case said["recipient"]:
		return "recipient"
	}
	return "payer"
}

// Ukraine reports whether a cell names Ukraine.
func (l *Lexicon) Ukraine(text string) bool { return l.ukraine.whole(tokens(normal(text))) != "" }

// Hryvnia reports whether a cell names the hryvnia.
func (l *Lexicon) Hryvnia(text string) bool {
	return normal(text) == "₴" || l.hryvnia.whole(tokens(normal(text))) != ""
}
