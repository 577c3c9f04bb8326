package lexicon

// Words are the words of an order template, as its YAML has them under `words`.
type Words struct {
	States   StateWords          `yaml:"states"`
	Payments PaymentWords        `yaml:"payments"`
	Carriers map[string][]string `yaml:"carriers"` // by the carrier's name in supplier.Delivery
	Places   PlaceWords          `yaml:"places"`
	Ukraine  []string            `yaml:"ukraine"`  // the country
	Hryvnia  []string            `yaml:"hryvnia"`  // the currency
	Nothing  []string            `yaml:"no_value"` // what stands for a blank: "-"
	Yes      []string            `yaml:"yes"`      // in a column such as "Оплачено"
	No       []string            `yaml:"no"`
	Flags    FlagWords           `yaml:"flags"`
	Sides    SideWords           `yaml:"sides"`
	Stops    StopWords           `yaml:"stops"`
	// NoNames stand for a name where there is none: "null", "гість".
	NoNames []string `yaml:"no_names"`
	// Currencies are foreign ones, in the heading of an amount: "Ціна (USD)".
	Currencies []string `yaml:"foreign_currencies"`
	// Numbers tell by its heading whether a column of bare numbers that is not read may hold amounts.
	Numbers NumberWords `yaml:"number_headings"`
	// Brackets are what stands in the brackets of a heading.
	Brackets BracketWords `yaml:"brackets"`
	// Asking stands before what a form asks for: "Ваше місто?".
	Asking []string `yaml:"asking"`
	// Deposits stand in the heading of an amount that was paid in advance.
	Deposits []string `yaml:"deposits"`
	// SKU are words in a cell of the SKU.
	SKU SKUWords `yaml:"sku_words"`
	// OrderIDs make up the headings of columns that tell orders apart.
	OrderIDs OrderIDWords `yaml:"order_ids"`
}

// BracketWords stand in the brackets of a heading.
type BracketWords struct {
	Neutral  []string `yaml:"neutral"`  // they explain it: "грн", "обов'язково"
	Example  []string `yaml:"example"`  // what follows is an example: "наприклад 0671234567"
	Supplier []string `yaml:"supplier"` // it is the supplier's
}

// SKUWords stand in a cell of the SKU.
type SKUWords struct {
	None []string `yaml:"none"` // the whole cell: there is none, or nobody knows it
	Swap []string `yaml:"swap"` // between two: one is sent instead of the other
}

// OrderIDWords stand in the heading of a column that tells orders apart: "ID заявки в CRM".
type OrderIDWords struct {
	Sign  []string `yaml:"sign"`  // "ID", "№"
	Thing []string `yaml:"thing"` // "заявка", "deal"
}

// NumberWords stand in the heading of a column of numbers.
type NumberWords struct {
	Money []string `yaml:"money"` // "Стягнути", "Total"
	Sums  []string `yaml:"sums"`  // of these, those that name an amount and never a tick
	Other []string `yaml:"other"` // "Вага", "ID", "Кількість"
	Lone  []string `yaml:"lone"`  // the whole heading: a line's or an order's sum
	Rest  []string `yaml:"rest"`  // the whole heading: what is left to pay, beside an advance
}

// FlagWords stand in a heading that no template knows.
type FlagWords struct {
	Post []string `yaml:"post"` // ticked orders are to be sent
	Hold []string `yaml:"hold"` // ticked orders are not
	Pay  []string `yaml:"pay"`  // whatever stands there speaks of payment
	Gift []string `yaml:"gift"` // as a whole heading: what stands there is to be sent too
}

// SideWords stand in the brackets of a heading: "Phone (Billing)".
type SideWords struct {
	Recipient []string `yaml:"recipient"`
	Sender    []string `yaml:"sender"` // whose name and phone no parcel goes to
	Payer     []string `yaml:"payer"`
	Client    []string `yaml:"client"` // whoever ordered: the payer beside a recipient, else the recipient
}

// StateWords say whether an order is to be sent. Only a whole cell counts.
type StateWords struct {
	Post      []string `yaml:"post"`      // it is
	Skip      []string `yaml:"skip"`      // it was sent already, is done, a draft, a test
	Cancelled []string `yaml:"cancelled"` // it was cancelled, refused, returned
}

// PaymentWords say how an order is paid. They count wherever they stand in a cell.
type PaymentWords struct {
	COD     []string `yaml:"cod"`           // on delivery
	Short   []string `yaml:"cod_whole"`     // on delivery, where the cell has nothing else
	Prepaid []string `yaml:"prepaid"`       // in advance
	Paid    []string `yaml:"paid"`          // of these, those that say that the money has come
	Means   []string `yaml:"prepaid_means"` // by card or transfer: in advance, but beside words for on delivery
	Done    []string `yaml:"paid_state"`    // the whole cell of a state of payment: it went through
	InPart  []string `yaml:"in_part"`       // a part, a choice: nobody can tell
	Unpaid  []string `yaml:"unpaid"`        // not paid yet
	Not     []string `yaml:"not"`           // denies whatever stands with it
	Neutral []string `yaml:"neutral"`       // may stand beside the others and changes nothing
}

// PlaceWords say what kind of place a cell names.
type PlaceWords struct {
	Branch     []string `yaml:"branch"`
	BranchWeak []string `yaml:"branch_weak"` // a branch, but behind a street: "вул. Х 5, склад 2"
	Shop       []string `yaml:"shop"`        // a shop's own place, and a branch only beside a carrier's name
	Locker     []string `yaml:"locker"`
	Doors      []string `yaml:"doors"` // a courier's end of a way of delivery: "Відділення-Двері"
	Courier    []string `yaml:"courier"`
	Others     []string `yaml:"other_carriers"` // that no supplier of this country's dropshipping offers
	NoPlace    []string `yaml:"no_place"`       // "уточнити", "те саме"
	Street     []string `yaml:"street"`         // begins an address: the numbers behind it are a house's
	Points     []string `yaml:"points"`         // where a carrier's parcels are fetched, no courier's place
	// PickupBeside may stand beside a word for a pickup, and names no place but the shop's own.
	PickupBeside []string `yaml:"pickup_beside"`
	Shut         []string `yaml:"shut"`     // the branch is closed
	Abroad       []string `yaml:"abroad"`   // another country, in a cell of a city
	OfHouse      []string `yaml:"of_house"` // a number beside it is no branch's
	Instead      []string `yaml:"instead"`  // begins the place that is meant instead
	Unit         []string `yaml:"unit"`     // the number before it is a weight, a time, a price
	City         []string `yaml:"city"`     // stands before a place's name: "м."
	Cities       []string `yaml:"cities"`   // known without such a word, the spellings of one parted by "/"
	Region       []string `yaml:"region"`
	District     []string `yaml:"district"`
	Index        []string `yaml:"index"` // stands before a postal code
}

// lists are all lists of words, in one order.
func (w *Words) lists() []*[]string {
	return append([]*[]string{
		&w.States.Post, &w.States.Skip, &w.States.Cancelled,
		&w.Payments.COD, &w.Payments.Prepaid, &w.Payments.Means, &w.Payments.InPart, &w.Payments.Unpaid, &w.Payments.Not, &w.Payments.Neutral,
		&w.Places.Branch, &w.Places.BranchWeak, &w.Places.Shop, &w.Places.Doors, &w.Places.Cities, &w.Places.Locker, &w.Places.Courier, &w.Places.Others, &w.Places.NoPlace, &w.Places.Street, &w.Places.Unit,
		&w.Places.City, &w.Places.Region, &w.Places.District, &w.Places.Index, &w.Ukraine, &w.Hryvnia, &w.Nothing,
		&w.Yes, &w.No, &w.Flags.Post, &w.Flags.Hold, &w.Flags.Pay, &w.Flags.Gift, &w.Sides.Recipient, &w.Sides.Sender, &w.Sides.Payer, &w.Sides.Client, &w.NoNames, &w.Currencies,
		&w.Numbers.Money, &w.Numbers.Other, &w.Payments.Paid, &w.Payments.Short, &w.Numbers.Sums, &w.Places.Points, &w.Places.PickupBeside, &w.Places.Shut, &w.Places.Instead,
		&w.OrderIDs.Sign, &w.OrderIDs.Thing, &w.Asking, &w.Deposits, &w.SKU.None, &w.SKU.Swap,
		&w.Brackets.Neutral, &w.Brackets.Example, &w.Brackets.Supplier, &w.Payments.Done,
		&w.Numbers.Lone, &w.Numbers.Rest,
	}, w.Stops.lists()...)
}

// Extend puts the words of a template below after the own ones. A whole cell that both
// know has the meaning of the own one.
func (w *Words) Extend(base *Words) {
	own := w.stateOfPhrase()
	theirs := base.lists()
	for i, list := range w.lists() {
		for _, text := range *theirs[i] {
			if i < 3 && own[phraseKey(text)] {
				continue
			}
			*list = append(*list, text)
		}
	}
	if w.Carriers == nil && len(base.Carriers) > 0 {
		w.Carriers = map[string][]string{}
	}
	for carrier, words := range base.Carriers {
		w.Carriers[carrier] = append(w.Carriers[carrier], words...)
	}
}

func (w *Words) stateOfPhrase() map[string]bool {
	out := map[string]bool{}
	for _, list := range w.lists()[:3] {
		for _, text := range *list {
			out[phraseKey(text)] = true
		}
	}
	return out
}
