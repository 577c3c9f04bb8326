// Package clause has what all queries of the journal are made of: conditions with their arguments,
// and values in the form that their columns keep.
package clause

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// A value comes into its column by a function named Stored…, and out of it by one named
// Loaded… where it has another form there. Both databases keep the same forms.

// StoredTime is a time as nanoseconds since 1970 in UTC, 0 for none.
func StoredTime(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// LoadedTime is the time of nanoseconds, the zero one for 0.
func LoadedTime(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// StoredFlag is 1 for true and 0 for false.
func StoredFlag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// StoredBlob is never nil: a missing body is an empty one. The bytes are the caller's own.
func StoredBlob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// StoredText is a text fit for PostgreSQL, which takes neither NUL nor broken UTF-8.
func StoredText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\x00", "")
}

// StoredLists are an order's waybills and parcels as JSON, [] for none.
func StoredLists(o state.Order) (string, string, error) {
	waybills, err1 := storedList(o.Waybills)
	parcels, err2 := storedList(o.Parcels)
	return waybills, parcels, errors.Join(err1, err2)
}

const noList = "[]" // most orders have neither waybills nor parcels yet

func storedList[T any](list []T) (string, error) {
	if len(list) == 0 {
		return noList, nil
	}
	data, err := json.Marshal(list)
	return StoredText(string(data)), err
}

// LoadedList is the list of a JSON array, empty and not nil where that has nothing.
func LoadedList[T any](text string) (list []T, err error) {
	if text == noList {
		return []T{}, nil
	}
	err = json.Unmarshal([]byte(text), &list)
	return list, err
}

// StoredFaults is a list of faults as JSON, "" for none.
func StoredFaults(faults []state.ItemFault) (string, error) {
	if len(faults) == 0 {
		return "", nil
	}
	data, err := json.Marshal(faults)
	return StoredText(string(data)), err
}

// LoadedFaults are the faults of a list.
func LoadedFaults(text string) (faults []state.ItemFault, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &faults)
	}
	return faults, err
}
