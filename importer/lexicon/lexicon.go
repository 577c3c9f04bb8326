package lexicon

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

// Ukraine reports whether a cell names Ukraine.
func (l *Lexicon) Ukraine(text string) bool { return l.ukraine.whole(tokens(normal(text))) != "" }

// Hryvnia reports whether a cell names the hryvnia.
func (l *Lexicon) Hryvnia(text string) bool {
	return normal(text) == "₴" || l.hryvnia.whole(tokens(normal(text))) != ""
}
