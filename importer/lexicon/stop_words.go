package lexicon

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
