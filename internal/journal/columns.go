package journal

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// A value comes into its column by a function named stored…, and out of it by one named
// loaded… where it has another form there. Both databases keep the same forms.

// storedTime is a time as nanoseconds since 1970 in UTC, 0 for none.
func storedTime(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func loadedTime(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// storedFlag is 1 for true and 0 for false.
func storedFlag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// storedBlob is never nil: a missing body is an empty one.
func storedBlob(b []byte) []byte { return append([]byte{}, b...) }

// storedText is a text fit for PostgreSQL, which takes neither NUL nor broken UTF-8.
func storedText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\x00", "")
}

// storedLists are an order's waybills and parcels as JSON, [] for none.
func storedLists(o state.Order) (waybills, parcels string, err error) {
	w, err1 := json.Marshal(append([]string{}, o.Waybills...))
	p, err2 := json.Marshal(append([]state.Parcel{}, o.Parcels...))
	return storedText(string(w)), storedText(string(p)), errors.Join(err1, err2)
}

// storedFaults is a list of faults as JSON, "" for none.
func storedFaults(faults []state.ItemFault) (string, error) {
	if len(faults) == 0 {
		return "", nil
	}
	data, err := json.Marshal(faults)
	return storedText(string(data)), err
}

func loadedFaults(text string) (faults []state.ItemFault, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &faults)
	}
	return faults, err
}
