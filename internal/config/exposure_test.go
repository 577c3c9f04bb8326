package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFeedsThatLieTogether: whichever of the two is in the wrong folder is the one to move.
func TestFeedsThatLieTogether(t *testing.T) {
	for dir, want := range map[string]string{
		"feeds":         "give it a folder of its own: feeds.partner.out: feeds/private/partner.csv",
		"feeds/private": "move what is public out of it, such as feeds.shop.out: feeds/shop.yml",
	} {
		c, err := loaded(t, "feeds: {partner: {template: csv, out: "+dir+"/partner.csv, private: true}, shop: {template: yml, out: "+dir+"/shop.yml}}", nil)
		require.NoError(t, err)
		var ways []string
		for _, e := range c.Exposures() {
			ways = append(ways, e.Mend)
		}
		require.Contains(t, ways, want)
	}
}
