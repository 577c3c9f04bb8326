package listfile

import "strings"

// A list may hold its prices under one name, with their kinds beside them: <price type="drop">,
// {"type": "drop", "value": 5}. Their paths get the kind as a last step then.

// typePrice gives the price among the values from an index on, which stand at a path, the kind
// that stands beside it as a step of its path; the kind itself is no value any more.
func (h *How) typePrice(record *Record, from int, path string) {
	if !h.Headings.Typed(strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])) {
		return
	}
	kind, price := -1, -1
	for i := from; i < len(record.Values); i++ {
		rest := strings.ToLower(strings.TrimPrefix(record.Values[i].Path[len(path):], "."))
		switch {
		case kind < 0 && h.Headings.Kind(strings.TrimPrefix(rest, "@")):
			kind = i
		case rest == "" || h.Headings.Amount(rest):
			if price >= 0 {
				return
			}
			price = i
		}
	}
	if kind < 0 || price < 0 || record.Values[kind].Text == "" {
		return
	}
	record.Values[price].Path = path + "." + strings.Join(strings.Fields(strings.ReplaceAll(record.Values[kind].Text, ".", " ")), " ")
	record.Values = append(record.Values[:kind], record.Values[kind+1:]...)
}
