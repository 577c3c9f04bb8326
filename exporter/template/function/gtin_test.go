package function

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGTIN(t *testing.T) {
	for _, code := range []string{"96385074", "036000291452", "4006381333931", "10614141000415", "4820000000000"} {
		require.Equal(t, code, GTIN(code))
	}
	for _, code := range []string{"", "4006381333932", "400638133393", "4006381333930", "0000000000000", "40063813339a1", "4006381 333931", "978-3-16-148410-0", "12345", "٤٠٠٦٣٨١"} {
		require.Empty(t, GTIN(code), code)
	}
}
