package field

import "slices"

// Field is a field of an order, by its key in templates.
type Field string

// The fields that a column may hold.
const (
	OrderNumber     Field = "order_number"
	RecipientName   Field = "recipient_name"
	LastName        Field = "last_name"
	FirstName       Field = "first_name"
	MiddleName      Field = "middle_name"
	Phone           Field = "phone"
	Email           Field = "email"
	City            Field = "city"
	Branch          Field = "branch"
	SKU             Field = "sku"
	Quantity        Field = "quantity"
	Price           Field = "price"
	OrderTotal      Field = "order_total"
	CODAmount       Field = "cod_amount"
	PaymentMethod   Field = "payment_method"
	Comment         Field = "comment"
	State           Field = "state"         // whether it is to be sent
	PaymentState    Field = "payment_state" // whether it was paid
	CancelledAt     Field = "cancelled_at"  // filled only where the order was cancelled
	ShippedAt       Field = "shipped_at"    // filled only where the order was sent already
	Refunded        Field = "refunded_amount"
	Returned        Field = "returned_quantity" // pieces of the row's item that came back
	ShippedQuantity Field = "shipped_quantity"  // pieces of it that were sent already
	NeedsShipping   Field = "requires_shipping" // "no": the row's item is none that is sent
	SendOn          Field = "send_on"           // the day on which it is to be sent
	Carrier         Field = "carrier"
	DeliveryMethod  Field = "delivery_method"
	Address         Field = "address" // the whole text of a place
	Street          Field = "street"
	House           Field = "house"
	Flat            Field = "flat"
	Region          Field = "region"
	District        Field = "district"
	PostalCode      Field = "postal_code"
	Country         Field = "country"
	Discount        Field = "discount" // an amount, or a percentage of the lines
	Discounted      Field = "discounted_total"
	ToPay           Field = "amount_to_pay"
	PaidAmount      Field = "paid_amount" // what was paid already
	Credit          Field = "credit"      // what bonuses, vouchers and gift cards take off what is to be paid
	DeliveryCost    Field = "delivery_cost"
	Currency        Field = "currency"
	Waybill         Field = "waybill"      // the client's own
	ProductName     Field = "product_name" // tells an item's row; never posted
	PackedItem      Field = "packed_item"  // a whole item in one cell
)

// PlaceParts are the columns that make one place together.
func PlaceParts() [9]Field {
	return [...]Field{City, Branch, Address, Street, House, Flat, Region, District, PostalCode}
}

// OfSpot reports whether a part tells where in a town the parcel goes.
func OfSpot(m Field) bool { return m == Branch || m == Address || m == Street }

// OfPlace reports whether a field is a part of a place.
func OfPlace(m Field) bool {
	places := PlaceParts()
	return slices.Contains(places[:], m)
}

// OfSides: of these headings the brackets may say whose they are.
func OfSides(m Field) bool {
	return OfPlace(m) || m == Country || OfPerson(m)
}

// OfPerson reports whether a field is a person's name, a part of it, or the phone.
func OfPerson(m Field) bool {
	return m == RecipientName || m == LastName || m == FirstName || m == MiddleName || m == Phone
}

// SameFamily reports whether two meanings are parts of one thing.
func SameFamily(a, b Field) bool {
	ofPlace := func(m Field) bool { return OfPlace(m) || m == Country || m == Carrier || m == DeliveryMethod }
	return a == b || OfPerson(a) && OfPerson(b) || ofPlace(a) && ofPlace(b)
}

// OfItem reports whether a field is one of an item of the order.
func OfItem(m Field) bool {
	return m == SKU || m == Quantity || m == Price || m == ProductName || m == PackedItem
}

// All are the fields that a column may hold, in the order in which people think of them. A
// PackedItem is none: a template says how its cells are made up.
func All() []Field {
	return []Field{OrderNumber, RecipientName, LastName, FirstName, MiddleName, Phone, Email,
		City, Branch, Address, Street, House, Flat, Region, District, PostalCode, Country, Carrier, DeliveryMethod, Waybill,
		SKU, ProductName, Quantity, Price, OrderTotal, Discount, Discounted, DeliveryCost, Currency,
		PaymentMethod, PaymentState, PaidAmount, ToPay, CODAmount, Credit,
		State, CancelledAt, ShippedAt, SendOn, Refunded, Returned, ShippedQuantity, NeedsShipping, Comment}
}
