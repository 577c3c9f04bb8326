// Package wording says what people read, in their language. The sentences, the headings
// and the words for the service's values are data: catalogue/*.yaml has them by their key,
// in every language, and the code holds keys alone.
//
// A Message is a key with its values, which is said where somebody reads it. A topic is the
// beginning of keys under which values of the service have their words: "parcel" has
// "parcel.in_transit". Forms are the texts of a sentence that counts something: one of them
// is chosen by the plural rules of the language.
package wording

// Say is a sentence of the catalogue with its values, in the language.
func (l Language) Say(key string, values ...any) string { return NewMessage(key, values...).In(l) }

// Word is a code in words, which the catalogue has under a topic. A code that is not there
// is given as it is: the supplier's service may have values of its own.
func (l Language) Word(topic, code string) string {
	if word, known := find(topic + "." + code); known {
		return word.in(l, nil)
	}
	return code
}

// Kind is a ledger entry's kind in words.
func (l Language) Kind(kind string) string { return l.Word("kind", kind) }

// Operation is a ledger entry's operation in words.
func (l Language) Operation(operation string) string { return l.Word("operation", operation) }

// OrderStatus is an order's status in words.
func (l Language) OrderStatus(status string) string { return l.Word("order_status", status) }

// ParcelState is a shipment's state in words.
func (l Language) ParcelState(state string) string { return l.Word("parcel", state) }

// CashState is in words what became of the cash on delivery.
func (l Language) CashState(state string) string { return l.Word("cash", state) }

// Carrier is a carrier's name.
func (l Language) Carrier(carrier string) string { return l.Word("carrier", carrier) }

// Payment is a payment method in words.
func (l Language) Payment(method string) string { return l.Word("payment", method) }
