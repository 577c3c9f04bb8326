package learn

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// states are our values of a field, each with the beginnings of words that say it, the
// most telling first: a text is the first whose word it holds.
type states []struct {
	value string
	words strengths
}

var availabilityStates = states{
	{"out_of_stock", weigh("out of stock|outofstock|not available|unavailable|немає|нема|нет в|відсутн|отсутств|закінчи|ended|sold out|not in stock|false|0|no|ні|нет")},
	{"discontinued", weigh("discontinued|archiv|знято|снят|deleted|obsolete")},
	{"on_order", weigh("on order|order|під замовлення|под заказ|backorder|onbackorder|preorder|waiting|очіку|ожида")},
	{"in_stock", weigh("in stock|instock|available|в наявності|наявн|в наличии|є|есть|true|yes|limited|1|так|да")},
}

var orderStates = states{
	{"returning", weigh("returning|повертаєт|возвращается|return in")},
	{"returned", weigh("returned|повернен|повернут|возврат|возвращен|refund|return")},
	{"cancelled", weigh("cancel|скасов|отмен|відмін|відмов|declin|reject|failed|refused")},
	{"on_hold", weigh("hold|on hold|onhold|пауз|відкладен|очікує|waiting")},
	{"completed", weigh("complet|done|завершен|виконан|выполнен|closed|закрит|finished")},
	{"delivered", weigh("delivered|доставлен|received|отриман|получен|вручен")},
	{"shipped", weigh("shipped|sent|відправ|отправ|delivering|in transit|intransit|on the way|в дорозі|в пути|fulfilled|dispatched|передан")},
	{"assembling", weigh("assembl|pack|комплект|збира|збирає|in process|inprocess|processing|в обробці|в работе|обробля|picking|in progress")},
	{"confirmed", weigh("confirm|підтвер|подтвер|approved|accepted|прийнят|принят")},
	{"new", weigh("new|нов|created|pending|draft|чернет|створен|registered")},
}

var shipmentStates = states{
	{"returning", weigh("returning|повертаєт")}, {"returned", weigh("returned|повернен")},
	{"refused", weigh("refus|відмов|отказ")}, {"lost", weigh("lost|втрачен")}, {"deleted", weigh("deleted|видален|удален")},
	{"storage_expired", weigh("storage|зберіган")}, {"redirected", weigh("redirect|переадрес")}, {"rescheduled", weigh("reschedul|перенес")},
	{"out_for_delivery", weigh("out for delivery|кур єр|courier")}, {"delivery_failed", weigh("delivery failed|failed|невдал")},
	{"delivered", weigh("delivered|доставлен|received|отриман")}, {"arrived", weigh("arrived|прибув|прибула|прибыл")},
	{"in_transit", weigh("in transit|intransit|moving|on the way|в дорозі|прямує|в пути|sent|shipped|відправ")},
	{"accepted", weigh("accept|прийнят|принят")}, {"created", weigh("created|new|створен|створ|нов")},
}

var ledgerKinds = states{
	{"hold", weigh("hold|reserv|резерв|утриман|замороз|unreserv|release")},
	{"payout", weigh("payout|withdraw|виплат|вивед|выплат|transfer")},
	{"accrual", weigh("accrual|credit|sale|charge|нарахув|начисл|commission|margin|order|profit|fee|debit|return|correction|коміс|поверн")},
}

var carrierStates = states{
	{"nova_poshta", weigh("nova poshta|novaposhta|nova post|novapost|нова пошта|новая почта|нп|np|новапошта")},
	{"ukrposhta", weigh("ukrposhta|ukr poshta|укрпошта|укрпочта|ukrpost")},
	{"meest", weigh("meest|міст|мист")},
	{"rozetka_delivery", weigh("rozetka")},
	{"pickup", weigh("pickup|self pickup|самовивіз|самовывоз|self")},
}

var deliveryStates = states{
	{"locker", weigh("locker|поштомат|почтомат|postomat|parcel machine|parcelmachine")},
	{"courier", weigh("courier|кур єр|курєр|курьер|door|address|адрес|doors")},
	{"branch", weigh("branch|warehouse|відділен|отделен|склад|department|post office")},
}

var paymentStates = states{
	{"cod", weigh("cod|cash on delivery|cash|накладен|післяплат|наложен|postpay|afterpay")},
	{"balance", weigh("balance|баланс|deposit|депозит")},
	{"prepaid", weigh("prepaid|prepay|передоплат|предоплат|card|картк|карт|online|bank|безготів|invoice|рахун|cashless|paid")},
}

// of is our value for a text, "" where its words are not clear.
func (s states) of(text string) string {
	name := phrase(text)
	if name == "" || strings.HasPrefix(name, "not delivered") || strings.HasPrefix(name, "не доставлен") {
		return ""
	}
	for _, state := range s {
		if name == strings.ReplaceAll(state.value, "_", " ") {
			return state.value
		}
	}
	padded := " " + name
	for _, state := range s {
		for _, word := range sortedKeys(state.words) {
			if len(word) <= 3 && name == word || len(word) > 3 && strings.Contains(padded, " "+word) {
				return state.value
			}
		}
	}
	return ""
}

// labelled finds "1 - new, 2 - sent" in a description.
var labelled = regexp.MustCompile(`([A-Za-z0-9_]{1,30})\s*(?:[-–—:=]|\()\s*([\p{L}][\p{L}\p{N}' ’ʼ/_-]{1,60})`)

// labels are the texts that stand for a field's values: from its description, or from a
// sibling such as status_name beside status_id.
func labels(c *candidate, sibling *candidate, rows []any) map[string]string {
	out := map[string]string{}
	if len(c.shape.description) < 5000 {
		for _, pair := range labelled.FindAllStringSubmatch(c.shape.description, 60) {
			out[pair[1]] = pair[2]
		}
	}
	if sibling != nil {
		for _, row := range rows {
			if value, label := c.place.text(row), sibling.place.text(row); value != "" && label != "" {
				out[value] = label
			}
		}
	}
	return out
}

// mapped proposes our value for each value that a place has. unclear are those whose
// words say nothing; plain is true where all values are already ours.
func (s states) mapped(c *candidate, labels map[string]string) (values map[string]string, unclear []string, plain bool) {
	values, plain = map[string]string{}, true
	seen := slices.Concat(c.shape.enum, c.texts)
	if len(c.shape.enum) == 0 {
		for value := range labels {
			if slices.Contains(c.texts, value) || len(c.texts) == 0 {
				seen = append(seen, value)
			}
		}
	}
	slices.Sort(seen)
	for _, text := range slices.Compact(seen) {
		ours := s.of(text)
		if ours == "" {
			ours = s.of(labels[text])
		}
		switch {
		case len(text) > 60 || len(values)+len(unclear) > 60:
		case ours == "":
			unclear, plain = append(unclear, clean(text, 40)), false
		default:
			values[text] = ours
			plain = plain && ours == text
		}
	}
	return values, unclear, plain
}

// stateLine writes a state's line: its path, with a map where the service's values are
// not ours. Those that are not clear stay as they are, which a person has to know.
func (b *builder) stateLine(name string, s states, m *match, labels map[string]string) string {
	path := scalar(m.from.place.String())
	values, unclear, plain := s.mapped(m.from, labels)
	if len(unclear) > 0 {
		m.note = "not clear, so not mapped: " + shortList(unclear)
		b.lookAt("%s: these values are not clear and stay as they are: %s", name, shortList(unclear))
	}
	maps.DeleteFunc(values, func(theirs, ours string) bool { return theirs == ours }) // kept as they are anyway
	if plain || len(values) == 0 {
		return path
	}
	return flow("at", path, "map", flowMap(values))
}
