package supplier

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// headerPlaces are the headers of an answer that say what may otherwise stand around its
// records, "" for those that the mapping does not name.
type headerPlaces struct{ total, totalPages, size, cursor, next string }

// place is the header of a value of the answer, nil for a value that no header can hold.
func (h *headerPlaces) place(value string) *string {
	switch value {
	case "total":
		return &h.total
	case "total_pages":
		return &h.totalPages
	case "size":
		return &h.size
	case "next_cursor":
		return &h.cursor
	case "next_link":
		return &h.next
	}
	return nil
}

// readHeaders takes what the headers say. One that is absent says nothing.
func readHeaders(h *headerPlaces, header http.Header) (out envelope, err error) {
	for _, count := range []struct {
		name  string
		place *Opt[int64]
	}{{h.total, &out.total}, {h.totalPages, &out.totalPages}, {h.size, &out.size}} {
		text := strings.TrimSpace(header.Get(count.name))
		if count.name == "" || text == "" {
			continue
		}
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil || value < 0 {
			return out, fmt.Errorf("header %s: want a whole number, got %q", count.name, cleanLine(text, 40))
		}
		*count.place = Some(value)
	}
	if h.cursor != "" {
		out.cursor = strings.TrimSpace(header.Get(h.cursor))
	}
	if h.next != "" {
		if out.next = nextLink(header.Values(h.next)); out.next == "" && !strings.EqualFold(h.next, "Link") {
			out.next = strings.TrimSpace(header.Get(h.next))
		}
	}
	return out, nil
}

// fill completes what the body says by what the headers say.
func (e *envelope) fill(said envelope) {
	for _, count := range []struct{ into, from *Opt[int64] }{{&e.total, &said.total}, {&e.totalPages, &said.totalPages}, {&e.size, &said.size}} {
		if !count.into.Known {
			*count.into = *count.from
		}
	}
	if e.cursor == "" {
		e.cursor = said.cursor
	}
	if e.next == "" {
		e.next = said.next
	}
}

// nextLink is the address of rel="next" in Link headers (RFC 8288), "" where there is none.
func nextLink(values []string) string {
	for _, rest := range values {
		for {
			_, after, found := strings.Cut(rest, "<")
			address, params, closed := strings.Cut(after, ">")
			if !found || !closed {
				break
			}
			var next bool
			if next, rest = isNext(params); next {
				return strings.TrimSpace(address)
			}
		}
	}
	return ""
}

// isNext reads the parameters of one link up to the comma behind it.
func isNext(params string) (next bool, rest string) {
	for {
		params = strings.TrimLeft(params, " \t")
		if !strings.HasPrefix(params, ";") {
			return next, params
		}
		end := strings.IndexAny(params, "=,")
		if end < 0 {
			return next, ""
		}
		name := strings.TrimSpace(params[1:end])
		if params[end] == ',' {
			return next, params[end:]
		}
		var value string
		value, params = paramValue(strings.TrimLeft(params[end+1:], " \t"))
		if strings.EqualFold(name, "rel") {
			for _, rel := range strings.Fields(value) {
				next = next || strings.EqualFold(rel, "next")
			}
		}
	}
}

// paramValue takes a value, in quotes or not.
func paramValue(text string) (value, rest string) {
	if strings.HasPrefix(text, `"`) {
		value, rest, _ = strings.Cut(text[1:], `"`)
		return value, rest
	}
	end := strings.IndexAny(text, ";,")
	if end < 0 {
		end = len(text)
	}
	return strings.TrimSpace(text[:end]), text[end:]
}
