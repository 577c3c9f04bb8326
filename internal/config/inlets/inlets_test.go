package inlets_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/inlets"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestOf: each place of each source once, with how many keys open it, and none of them.
func TestOf(t *testing.T) {
	dir := t.TempDir()
	ring := keyring.Open(filepath.Join(dir, "keys.yaml"), nil, time.Now, nil)
	var secrets []string
	for _, key := range []keyring.Key{{Name: "crm", For: keyring.ForOrders, Of: "keycrm"}, {Name: "old", For: keyring.ForOrders, Of: "gone"}} {
		secret, err := ring.Make(key)
		require.NoError(t, err)
		secrets = append(secrets, secret)
	}
	const public = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f crm"
	for _, of := range []struct {
		text, listen string
		want         []string
	}{
		{"inbox: {sources: {keycrm: {}}}", "", []string{
			" folder inbox no key", " http http://127.0.0.1:8080/inbox/-/ no key yet: dropbridge key add NAME --orders",
			"keycrm folder inbox/keycrm no key", "keycrm http http://127.0.0.1:8080/inbox/keycrm/ with a key; keys now: 1"}},
		{"inbox: {sources: {other: {}}}\nhttp: {hosts: [feeds.shop.example]}\nsftp: {listen: \"0.0.0.0:2022\", authorized_keys: {other: [" + public + "]}}", "", []string{
			" folder inbox no key", " http https://feeds.shop.example/inbox/-/ no key yet: dropbridge key add NAME --orders",
			" sftp sftp://-@feeds.shop.example:2022/inbox no key yet: dropbridge key add NAME --orders",
			"other folder inbox/other no key", "other http https://feeds.shop.example/inbox/other/ no key yet: dropbridge key add NAME --orders --source other",
			"other sftp sftp://other@feeds.shop.example:2022/inbox with a key; keys now: 1"}},
		{"files: s3://shop/orders?region=eu-central-1\nsftp: {listen: \":2022\"}", "0.0.0.0:9090", []string{
			" bucket s3://shop/orders/inbox/ by the rights of the bucket", " http http://127.0.0.1:9090/inbox/-/ no key yet: dropbridge key add NAME --orders",
			" sftp sftp://-@127.0.0.1:2022/inbox no key yet: dropbridge key add NAME --orders"}},
	} {
		c, err := config.Read(filepath.Join(dir, "dropbridge.yaml"), []byte(of.text))
		require.NoError(t, err)
		list, err := inlets.Of(c, ring, of.listen)
		require.NoError(t, err)
		var got []string
		for _, one := range list {
			if within, err := filepath.Rel(dir, one.Address); one.Kind == "folder" && err == nil {
				one.Address = filepath.ToSlash(within)
			}
			got = append(got, one.Source+" "+string(one.Kind)+" "+one.Address+" "+one.Says(wording.English))
		}
		require.Equal(t, of.want, got, of.text)
		data, err := json.Marshal(list)
		require.NoError(t, err)
		for _, secret := range secrets {
			require.NotContains(t, string(data), secret)
		}
	}
}
