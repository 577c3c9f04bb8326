package value

import (
	"strconv"
	"testing"

	"github.com/nyaruka/phonenumbers"
	"github.com/stretchr/testify/require"
)

// TestCallingCodes compares each number that could be a code of a country with a library's.
func TestCallingCodes(t *testing.T) {
	t.Parallel()
	known := phonenumbers.GetSupportedCallingCodes()
	for n := 100; n < 1000; n++ {
		digits := strconv.Itoa(n)
		require.Equal(t, known[n] || known[n/10] || known[n/100], hasCallingCode(digits+"00000"), digits)
	}
	require.False(t, hasCallingCode("0380000"), "no code begins with 0")
}
