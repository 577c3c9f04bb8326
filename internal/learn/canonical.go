package learn

// want is what the values of a canonical field are like.
type want uint8

const (
	wantText want = iota
	wantID
	wantName
	wantMoney
	wantWhole
	wantTime
	wantImages // one or several addresses of pictures
	wantAddress
	wantTexts // one or several texts
	wantPhone
	wantEmail
	wantBarcode
	wantWaybill
	wantWaybills
	wantCurrency
	wantState // one of a few values
)

// kindOf says what a want asks of values. alone is how much values that pass speak for
// a field without any help of its name, 0 for those that many fields would pass.
var kindOf = [...]struct {
	kinds kinds
	many  bool
	check func(string) bool
	looks string
	alone float64
}{
	wantText:     {kinds: isScalar},
	wantID:       {kinds: isText | isWhole},
	wantName:     {kinds: isText, check: looksName, looks: "a text for people"},
	wantMoney:    {kinds: isText | isWhole | isFraction, check: looksMoney, looks: "money"},
	wantWhole:    {kinds: isText | isWhole | isFraction, check: looksWhole, looks: "a whole number"},
	wantTime:     {kinds: isText | isWhole | isFraction, check: looksTime, looks: "a point in time"},
	wantImages:   {kinds: isText, many: true, check: looksAddress, looks: "an address"},
	wantAddress:  {kinds: isText, check: looksAddress, looks: "an address"},
	wantTexts:    {kinds: isText | isWhole, many: true},
	wantPhone:    {kinds: isText | isWhole, check: looksPhone, looks: "a phone", alone: 0.62},
	wantEmail:    {kinds: isText, check: looksEmail, looks: "an e-mail address", alone: 0.6},
	wantBarcode:  {kinds: isText | isWhole, check: looksBarcode, looks: "a barcode with the right check digit", alone: 0.65},
	wantWaybill:  {kinds: isText | isWhole, check: looksWaybill, looks: "a waybill number"},
	wantWaybills: {kinds: isText | isWhole, many: true, check: looksWaybill, looks: "a waybill number"},
	wantCurrency: {kinds: isText, check: looksCurrency, looks: "a currency", alone: 0.6},
	wantState:    {kinds: isScalar},
}

// canonical is one of dropbridge's own fields: what services call it, the beginnings
// of words that describe it, and what its values are like.
type canonical struct {
	name   string
	want   want
	needed bool
	flat   bool // only as a member of the record itself
	names  strengths
	about  strengths
	states states // of a field with a few values
}

// of names the values that the field can have.
func (c canonical) of(s states) canonical {
	c.states = s
	return c
}

func field(name string, w want, names string, about ...string) canonical {
	c := canonical{name: name, want: w, names: weigh(names)}
	if len(about) > 0 {
		c.about = weigh(about[0])
	}
	return c
}

func needed(name string, w want, names string, about ...string) canonical {
	c := field(name, w, names, about...)
	c.needed = true
	return c
}

func (c canonical) atTop() canonical {
	c.flat = true
	return c
}

const (
	createdNames = "created at|created|date created|creation date|created time|date add|date added|create time|order time|order date|створено"
	updatedNames = "updated at|updated|modified|date modified|modified at|changed|changed at|update at|last modified|date upd|last update|date updated|update date|update time|оновлено"
	skuNames     = "sku|article|vendor code|артикул|art|articul|item number|part number|seller sku|reference=0.7|code=0.6|model=0.4|price offer id=0.6|external id=0.3"
	stockNames   = "quantity|qty|stock|stock quantity|quantity in stock|amount|stock balance|available quantity|on hand|кількість|залишок|rest=0.8|remains|остаток|balance=0.6|count=0.5|available=0.5|in stock=0.4|sizes available=0.3|stocks=0.6"
)

var productFields = []canonical{
	needed("id", wantID, "id|product id|offer id|pid|uuid|guid|good id|item id|price offer id=0.6|external id=0.4|vid=0.5|code=0.4").atTop(),
	needed("sku", wantID, skuNames, "артикул=0.7|sku=0.6|vendor code=0.7"),
	field("group_id", wantID, "group id|variation group id|product group id|variation base id=0.9|model id=0.7|parent product id=0.9|parent id=0.6|variant group id|group code=0.6", "групи варіант=0.7|variant group=0.7|варіаці=0.5").atTop(),
	needed("name", wantName, "name|title|назва|найменування|название|product name en|product name ua|name en=0.5|full name=0.6|label=0.5|name ua=0.6|name uk=0.6", "назва товар=0.8|название товар=0.8|product name=0.8|product title=0.8"),
	field("name_uk", wantName, "name ua|name uk|title ua|title uk|names uk|names ua|name multilang uk|name multilang ua|name translate uk|name translate ua|titles uk|назва укр", "українською=0.5"),
	field("name_ru", wantName, "name ru|title ru|names ru|name multilang ru|name translate ru|titles ru"),
	field("name_en", wantName, "name en|title en|names en|name multilang en|name translate en|titles en|product name en=0.5"),
	field("description", wantText, "description|desc|опис|описание|body html|full description|description html|description ua=0.6|description uk=0.6|text=0.4|short description=0.5|content=0.4", "опис товар=0.8|описание товар=0.8|product description=0.8"),
	field("description_uk", wantText, "description ua|description uk|descriptions uk|descriptions ua|description multilang uk|desc ua"),
	field("description_ru", wantText, "description ru|descriptions ru|description multilang ru|desc ru"),
	field("description_en", wantText, "description en|descriptions en|description multilang en"),
	field("brand", wantText, "brand|vendor|manufacturer|producer|trademark|trade mark|brand name|vendor name|бренд|виробник|торгова марка", "бренд=0.8|виробник=0.8|производитель=0.8|brand=0.7|manufacturer=0.7"),
	field("country_of_origin", wantText, "country of origin|country|origin country|manufacturer country|country manufacturer|country name|країна|країна виробник|origin=0.7", "країна=0.7|страна=0.7|country=0.6"),
	field("barcode", wantBarcode, "barcode|ean13|ean|gtin|upc|штрихкод|bar code|barcodes=0.8", "штрих=0.85|barcode=0.85|ean=0.7|gtin=0.8"),
	field("category_id", wantID, "category id|category|category code=0.8|section id|rubric id|group id=0.5|taxonomy|taxonomy id|категорія=0.5|categories id=0.5|category ids=0.6", "категорі=0.5|category=0.5"),
	field("category_name", wantName, "category name|category title|category|category caption|group name|group title|категорія|розділ|section=0.7|section name|catalog category=0.9|categories name=0.7", "категорі=0.6|категори=0.6|category=0.5"),
	field("category_path", wantTexts, "category path|breadcrumbs|category tree|category names=0.9|categories=0.6|category path name=0.8|full category name=0.7"),
	needed("currency", wantCurrency, "currency|currency code|currency id|currency iso|валюта|price currency|money currency|drop price currency=0.9|prices currency", "валюта=0.8|currency=0.8|iso 4217=0.9"),
	needed("drop_price", wantMoney, "drop price|drop|dropship price|dropshipping price|price drop|price dropship|drop cost|wholesale price|purchased price|purchase price|cost price|assembly price|dealer price|partner price|your price|supplier price|buy price|price opt=0.8|opt price|trade price|b2b price|net price=0.7|expenses=0.6|sell price=0.6|cost=0.7|base price=0.5|price=0.5|дроп|ціна дроп|дроп ціна|закупівельна ціна|ціна закупівлі",
		"дроп=0.9|закуп=0.8|оптов=0.55|собівартіст=0.7|себестоимост=0.7|ціна для партнер=0.9|цена для партнер=0.9|drop price=0.9|dropship=0.85|purchase price=0.85|wholesale price=0.8|price you pay=0.9|you pay=0.8|dealer=0.7|партнерськ=0.8"),
	field("rrp", wantMoney, "rrp|rrc|rrc price|retail price|price retail|recommended price|recommended retail price|recommend price|price rrp|price rrc|msrp|in shops price=0.8|regular price|selling price=0.7|suggest sell price|suggested price|suggested retail price|retail|cost per item=0.6|price=0.49|sell price=0.5|ррц|роздрібна ціна|рекомендована ціна|min retail price=0.7",
		"ррц=0.95|рекоменд=0.9|роздрібн=0.8|розничн=0.8|recommended=0.85|retail=0.8|rrp=0.95|msrp=0.95|ціна продажу=0.7|цена продажи=0.7|selling price=0.7"),
	field("min_order_quantity", wantWhole, "min order quantity|minimum order quantity|moq|min quantity|min qty|minimal quantity|min order|minimum quantity|order min=0.7|multiplicity=0.3", "мінімальн=0.6|minimum order=0.8|минимальн=0.6"),
	field("availability", wantState, "availability|presence|in stock|stock status|sell status|is available|available|наявність|is in stock|stock state|status=0.45|state=0.3", "наявн=0.7|наличи=0.7|availab=0.7|in stock=0.6").of(availabilityStates),
	field("quantity", wantWhole, stockNames, "залиш=0.7|остат=0.7|кількіст=0.5|stock=0.6|number of pieces=0.8"),
	field("images", wantImages, "images|photos|pictures|photo|image|picture|main image|image url|images url|gallery|зображення|фото|media=0.6|product image|thumbnail url=0.8|thumbnail=0.6|image urls|photo url|cover=0.6|images src|images fullsize|images url|preview=0.4|photo preview=0.4|images original|img|images link|images path=0.6", "фото=0.7|зображен=0.7|изображен=0.7|image=0.6|photo=0.6|picture=0.6"),
	field("weight_g", wantText, "weight g|weight|weight gram|weight grams|weight kg|вага|gross weight=0.8|package weight=0.7", "вага=0.8|вес =0.7|weight=0.7"),
	field("length_mm", wantText, "length mm|length|length cm|довжина|depth=0.8|depth cm=0.8"),
	field("width_mm", wantText, "width mm|width|width cm|ширина"),
	field("height_mm", wantText, "height mm|height|height cm|висота"),
	field("url", wantAddress, "url|link|product url|permalink|page url|product link|посилання|href=0.6"),
	field("created_at", wantTime, createdNames, "створен=0.6|created=0.6"),
	field("updated_at", wantTime, updatedNames, "оновлен=0.6|обновлен=0.6|зміне=0.5|updated=0.6|modified=0.6"),
}

var tierFields = []canonical{
	needed("min_quantity", wantWhole, "min quantity|quantity|qty|min qty|from|min|minimum order quantity|minimum|count|amount=0.8|кількість|від|quantity from|min amount|threshold"),
	needed("price", wantMoney, "price|value|amount=0.5|cost|ціна|unit price|price value=0.7|drop price|opt price|wholesale price"),
}

var attributeFields = []canonical{
	needed("name", wantText, "name|title|key|param|attribute|attribute name|caption|label|назва|k|property|attribute code=0.9|param name|code=0.4"),
	needed("value", wantText, "value|values|val|text|значення|v|option|options|param value|attribute value"),
	field("unit", wantText, "unit|units|measure|одиниця|unit name|dimension"),
}

var recipientFields = []canonical{
	field("recipient_name", wantName, "recipient name|recipient|full name|fio|receiver fio|recipient full name|buyer|shipping customer name|client name|delivery name|одержувач|отримувач|піб|customer name|contact name|contact person|name=0.6|recipient title full name|shipping name", "піб=0.8|одержувач=0.7|отримувач=0.7|получател=0.7|recipient=0.5|full name=0.8"),
	field("recipient_last_name", wantName, "last name|l name|surname|family name|прізвище|lastname", "прізвище=0.9|фамили=0.9|last name=0.9|surname=0.9"),
	field("recipient_first_name", wantName, "first name|f name|given name|імя|firstname", "ім=0.5|имя=0.7|first name=0.9"),
	field("recipient_middle_name", wantName, "middle name|m name|patronymic|second name|по батькові", "батькові=0.9|отчеств=0.9|patronymic=0.9|middle name=0.9"),
	field("recipient_phone", wantPhone, "phone|phone number|mobile|mobile phone|tel|telephone|телефон|contact phone|recipients phone|phones=0.8", "телефон=0.85|phone=0.8"),
	field("recipient_email", wantEmail, "email|e mail|mail|recipients email|пошта=0.5", "mail=0.7"),
	field("carrier", wantState, "carrier|delivery service|delivery service name|delivery provider|delivery operator type|delivery company|carrier name|carrier code|carrier id|перевізник|shipping service|service id=0.6|delivery service id|delivery method=0.6|shipping method=0.6|shipping=0.4|courier company|logistic name|service=0.6|operator=0.5", "перевізник=0.8|служба доставки=0.85|служби доставки=0.85|carrier=0.7|перевозчик=0.8|delivery service=0.8").of(carrierStates),
	field("delivery_type", wantState, "delivery type|service type|delivery method=0.65|method id=0.6|delivery kind|type of delivery|delivery method id=0.6", "тип доставки=0.8|спосіб доставки=0.7|способ доставки=0.7|delivery type=0.8").of(deliveryStates),
	field("city", wantText, "city|city name|місто|shipping city|settlement|settlement name|locality|recipient city|town|shipping address city|delivery city|населений пункт", "місто=0.7|город=0.7|населен=0.7|city=0.6"),
	field("city_ref", wantText, "city ref|locality id|settlement ref|city id=0.8|city uuid|locality ref|city code=0.6"),
	field("branch_number", wantText, "warehouse number|branch number|branch|warehouse=0.8|place number|shipping receive point|відділення|post office|post office number|postomat=0.5|department|department number|point number|receive point|np warehouse", "відділен=0.8|отделени=0.8|branch number=0.9|warehouse number=0.9|поштомат=0.5"),
	field("branch_ref", wantText, "warehouse ref|branch ref|pickup id|branch id=0.8|warehouse id=0.7|branch uuid|point id=0.7|warehouse uuid"),
	field("address", wantText, "address|delivery address|street|address1|address 1|address line|адреса|recipient address|full address|shipping address address|address line 1", "адрес=0.7|address=0.5|вулиц=0.6"),
	field("region", wantText, "region|region name|oblast|область|recipient region|delivery region|shipping region|shipping address region|area=0.6|area name=0.6|state name=0.5|province=0.5", "област=0.7"),
	field("district", wantText, "district|district name|район|raion|rayon|recipient district|delivery district|county=0.5", "район=0.7"),
	field("postal_code", wantText, "postal code|postalcode|post code|postcode|zip|zip code|zipcode|post index|postal index|індекс|поштовий індекс|recipient zip|shipping address zip|delivery zip", "поштовий індекс=0.8|postal code=0.8|zip code=0.8"),
	field("payment_method", wantState, "payment method|payment|payment type|pay type|payment option=0.7|payment id=0.6|payment method id|оплата|payment form|payment kind", "оплат=0.6|payment=0.6").of(paymentStates),
	field("cod_amount", wantMoney, "cod amount|cod|postpay sum|cash on delivery|cash on delivery amount|backward delivery money|afterpayment on goods cost|redelivery sum|накладений платіж|післяплата|after payment|afterpayment|afterpay|cod sum|postpay|postpaid sum|redelivery", "накладен=0.8|післяплат=0.9|наложен=0.9|cash on delivery=0.8"),
	field("comment", wantText, "comment|note|notes|коментар|примітка|customer comment|buyer comment|comments|remark|order comment|additional info=0.6", "комент=0.8|примітк=0.8|comment=0.7|note=0.5"),
}

var orderFields = append([]canonical{
	needed("id", wantID, "id|order id|uuid|orderid|public id=0.7|номер=0.4").atTop(),
	field("number", wantID, "number|order number=0.7|order no|номер|order code=0.6"),
	field("external_id", wantID, "external id|internal reference|client order id|client order number|alternative id|partner order id|order number=0.6|foreign id|customer order number|merchant order id|ext id|external number|external order id|your order id|reference=0.6|traffic source=0.35|source id=0.3", "зовнішн=0.7|внешн=0.7|external=0.6|your own=0.6|номер замовлення клієнта=0.9|client s number=0.8|your number=0.8|client s own=0.8"),
	needed("status", wantState, "status|state|order status|status id=0.95|status code=0.9|order state|статус|status name=0.8", "статус=0.7|status=0.6").of(orderStates),
	field("waybill_number", wantWaybill, "ttn|tracking number|tracking code|waybill|waybill number|tn number|int doc number|carrier track num|track number|track code|ттн|накладна|declaration=0.6|shipment number=0.6|express invoice=0.7|trackings tracking number|tracking", "ттн=0.9|накладн=0.6|waybill=0.9|tracking=0.7"),
	field("waybills", wantWaybills, "waybills|trackings|ttns|tracking numbers|parcels=0.6|trackings tracking number|shipments ttn=0.8|shipments tracking number=0.8|ttn list"),
	field("total_drop", wantMoney, "drop total|total drop|purchase sum|purchase total|cost total|total cost|totals drop total|drop sum|expenses=0.5|total purchase price", "сума дроп=0.9|drop total=0.9"),
	field("total_retail", wantMoney, "retail total|total price|total|total amount|grand total|sum|order sum|total sum|payment amount=0.8|totals retail total|amount=0.7|total paid tax incl=0.7|сума", "сума замовлення=0.9|сумма заказа=0.9|order total=0.8"),
	field("total_cod", wantMoney, "totals cod amount|total cod|cod total"),
	field("total_profit", wantMoney, "profit|margin|profit amount|totals profit|total profit|dropshipper profit|earnings=0.6|income=0.5", "прибут=0.8|profit=0.8|заробіт=0.7"),
	field("created_at", wantTime, createdNames+"|date=0.5", "створен=0.6|created=0.6"),
	field("updated_at", wantTime, updatedNames+"|status updated at=0.6", "оновлен=0.6|updated=0.6"),
}, recipientFields...)

var itemFields = []canonical{
	needed("sku", wantID, skuNames+"|offer sku|variant sku|item id=0.6|id=0.4|vid=0.5", "артикул=0.7|sku=0.6"),
	field("name", wantName, "name|title|product name|product title|item name|назва"),
	needed("quantity", wantWhole, "quantity|qty|amount|count|кількість|pieces", "кількіст=0.8|количеств=0.8|quantity=0.8"),
	field("price", wantMoney, "price|cost per item|retail price|sell price|unit price|price uah|sale price|ціна|amount price=0.5|cost=0.4", "ціна=0.5|price=0.5"),
	field("drop_price", wantMoney, "drop price|purchased price|purchase price|assembly price|wholesale price|cost price|dropship price", "дроп=0.9|закуп=0.8"),
}

var shipmentFields = []canonical{
	needed("id", wantID, "id|shipment id|parcel id|uuid").atTop(),
	field("order_id", wantID, "order id|order|order uuid"),
	field("external_id", wantID, "external id|order external id|internal reference|external order id|client order id|order number=0.7"),
	field("carrier", wantState, "carrier|delivery service|carrier name|carrier code|delivery provider|service=0.6|operator=0.5|delivery operator type").of(carrierStates),
	needed("waybill_number", wantWaybill, "waybill number|ttn|tracking number|tracking code|waybill|tn number|int doc number|track number|number=0.7|carrier track num|ттн|track code", "ттн=0.9|накладн=0.7|tracking=0.7|waybill=0.9"),
	field("state", wantState, "state|status|status code|tracking status|status id=0.9|стан|статус").of(shipmentStates),
	field("state_text", wantText, "state text|status text|status description|status name|status title|state name|tn status name"),
	field("city", wantText, "city|city name|recipient city|місто|destination city=0.9"),
	field("branch_number", wantText, "branch number|warehouse number|branch|warehouse=0.8|place number|відділення"),
	field("cod_amount", wantMoney, "cod amount|cod|postpay sum|cash on delivery|backward delivery money|afterpayment on goods cost|redelivery sum|cod sum"),
	field("cod_state", wantState, "cod state|cod status|postpay status|payment status=0.6"),
	field("estimated_delivery_date", wantTime, "estimated delivery date|eta|scheduled delivery date|expected delivery date|planned delivery date"),
	field("shipped_at", wantTime, "shipped at|sent at|date sent|ship date|dispatched at|shipped|shipping date"),
	field("delivered_at", wantTime, "delivered at|delivery date=0.6|delivered|received at|actual delivery date"),
	field("state_updated_at", wantTime, "state updated at|status updated at|status date|status changed at|tracking update date|tn tracking update date|updated at=0.9|updated=0.8|status time"),
}

var ledgerFields = []canonical{
	needed("id", wantID, "id|transaction id|entry id|operation id|uuid").atTop(),
	field("number", wantID, "number|entry number|no"),
	needed("kind", wantState, "kind|type|operation type|entry type|transaction type|тип", "тип операц=0.8|operation type=0.8").of(ledgerKinds),
	field("operation", wantState, "operation|operation name|category|reason|reporting category|subtype|operation type name|name=0.6", "операці=0.5"),
	needed("amount", wantMoney, "amount|sum|net=0.6|сума|balance changed=0.6|change=0.6|delta=0.6|value=0.6", "сума=0.7|amount=0.6|сумма=0.7"),
	field("currency", wantCurrency, "currency|currency code|валюта|amount currency"),
	needed("posted_at", wantTime, "posted at|created at|date|operation date|transaction ts|processed at|created|дата|transaction date|datetime|time=0.7", "дата=0.6|date=0.5"),
	field("order_id", wantID, "order id|order|source order id"),
	field("order_external_id", wantID, "order external id|external id|order number=0.7|external order id"),
	field("payout_id", wantID, "payout id|payout|withdrawal id"),
	field("document_number", wantID, "document number|doc number|document"),
	field("document_date", wantTime, "document date|doc date"),
	field("counterparty_name", wantText, "counterparty name|counterparty|contractor|contractor name|контрагент"),
	field("counterparty_code", wantText, "counterparty code|edrpou|contractor code|tax id"),
	field("description", wantText, "description|comment|purpose|призначення|note|details=0.6|adjustment reason=0.6"),
	field("reverses_entry_id", wantID, "reverses entry id|reversed id|reversal of"),
	field("balance_posted", wantMoney, "balance posted|balance after posted|balance=0.7|balance after=0.8"),
	field("balance_held", wantMoney, "balance held|balance after held|held|hold=0.7|sum in gray"),
	field("balance_available", wantMoney, "balance available|balance after available|available|available balance|current balance"),
}

var categoryFields = []canonical{
	needed("key", wantID, "id|category id|code=0.5|key=0.5").atTop(),
	needed("name", wantName, "name|title|category name|name ua=0.8|назва|caption"),
	field("parent", wantID, "parent id|parent|parent category id|parent category|pid=0.6|parent code"),
}

var stockFields = []canonical{
	needed("key", wantID, "sku|article|vendor code|product id=0.9|id=0.8|product sku|offer id=0.8|reference=0.7|артикул"),
	needed("quantity", wantWhole, stockNames+"|stocks quantity|stock quantity"),
}

var pictureFields = []canonical{
	needed("key", wantID, "product id|sku|id=0.8|product sku|article|offer id"),
	needed("images", wantImages, "images url|images|image url|url|images src|src|photos|photo|pictures|images fullsize"),
}
