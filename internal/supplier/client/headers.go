package client

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// readHeaders takes what the headers say. One that is absent says nothing.
func readHeaders(h *mapping.HeaderPlaces, header http.Header) (out supplier.Envelope, err error) {
	for _, count := range []struct {
		name  string
		place *supplier.Opt[int64]
	}{{h.Total, &out.Total}, {h.TotalPages, &out.TotalPages}, {h.Size, &out.Size}} {
		text := strings.TrimSpace(header.Get(count.name))
		if count.name == "" || text == "" {
			continue
		}
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil || value < 0 {
			return out, fmt.Errorf("header %s: want a whole number, got %q", count.name, oneline.Clean(text, 40))
		}
		*count.place = supplier.Some(value)
	}
	if h.Cursor != "" {
		out.Cursor = strings.TrimSpace(header.Get(h.Cursor))
	}
	if h.Next != "" {
		if out.Next = nextLink(header.Values(h.Next)); out.Next == "" && !strings.EqualFold(h.Next, "Link") {
			out.Next = strings.TrimSpace(header.Get(h.Next))
		}
	}
	return out, nil
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
