package access

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// accessOf compiles the auth of a mapping.
func accessOf(text string) (Access, error) {
	var file written.File
	if err := strictyaml.Decode("m.yaml", []byte(text), &file); err != nil {
		return Access{}, err
	}
	m := written.Mistakes{File: "m.yaml"}
	params, err := NewParams(m, file.Params, nil)
	if err != nil {
		return Access{}, err
	}
	return Compile(m, &file, params, nil)
}

// TestSignature: the values were made with OpenSSL (openssl dgst -hmac).
func TestSignature(t *testing.T) {
	request := Signed{Method: "POST", Path: "/v1/orders", Query: url.Values{"b": {"2"}, "a": {"1", "x y"}}, Body: `{"n":1}`, User: "shop", Time: "1764400000"}
	for text, want := range map[string]string{
		`{over: "{body}", header: X-Sign}`:                                                                                "6fa5be2f70320000ff34068147f41771bb3988b55befa85ad18278ed662c9096",
		`{over: "{query}", hash: sha1, as: base64, header: X-Sign}`:                                                       "9KLtmsnft4ReqCMLAaPQjahKtZg=",
		`{over: "{values}", hash: md5, as: HEX, query: sign}`:                                                             "B3F1F7A59D8ED442096F1C0A2A62DF64",
		`{over: "{method}{path}{body}{time}{user}", hash: sha512, prefix: "v1=", header: X-Sign, time: {header: X-Time}}`: "v1=da8940f558f4b10bb79eecc72222043587f543322e9bf22088a338162de206505a052d46971e38937ee1755f47a1815d128b60c25157b5c84e4614c6f4b2285d",
	} {
		got, err := accessOf("auth: {sign: " + text + "}")
		require.NoError(t, err, text)
		require.Equal(t, want, got.Auth.Sign.Signature(request, "secret"), text)
	}
}

func TestClock(t *testing.T) {
	at := time.Date(2026, 11, 29, 10, 0, 0, 5e6, time.FixedZone("Kyiv", 2*3600))
	for as, want := range map[string]string{"": "1795939200", "epoch": "1795939200", "epoch_ms": "1795939200005", "rfc3339": "2026-11-29T08:00:00Z"} {
		require.Equal(t, want, (&Sign{timeAs: as}).Clock(at))
	}
}

func TestAuthMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"auth: {basic: true, header: A}":                                                                 "want only one of header, query, body, basic and sign",
		"auth: {sign: {over: \"{body}\"}}":                                                               "want header or query, where the signature goes",
		"auth: {sign: {over: secret, header: A}}":                                                        "over is the text that is signed, made of",
		"auth: {sign: {over: \"{bodies}\", header: A}}":                                                  `unknown part of a request "{bodies}"`,
		"auth: {sign: {over: \"{time}\", header: A}}":                                                    "{time} is signed: say by time",
		"auth: {sign: {over: \"{body}\", header: A, hash: crc}}":                                         `unknown hash function "crc"`,
		"auth: {sign: {over: \"{body}\", header: A, as: hexa}}":                                          `unknown way to write a signature "hexa"`,
		"auth: {sign: {over: \"{body}\", header: A, query: b}}":                                          "want only one of header and query",
		"auth: {sign: {over: \"{body}{time}\", header: A, time: {query: t, as: day}}}":                   `unknown way to write the time "day"`,
		"auth: {basic: true, login: {request: POST /l, token: t, body: {a: \"{secret}\"}}}":              "auth: login gives a token",
		"auth: {header: A, login: {request: POST /l, token: t, next: \"a b\", body: {a: \"{secret}\"}}}": "next: want the name of a header",
		"auth: {basic: true}\nheaders: {authorization: x}":                                               "headers: authorization is set by the program",
		"auth: {sign: {over: \"{body}\", header: X-Sign}}\nheaders: {X-Sign: x}":                         "headers: X-Sign is set by the program",
		"params: {\"a b\": x}\nauth: {header: A}":                                                        `"a b" is no name`,
	} {
		_, err := accessOf(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestParams(t *testing.T) {
	m := written.Mistakes{File: "m.yaml"}
	declared := written.Pairs{{Key: strictyaml.Scalar{Text: "shop", Set: true}}, {Key: strictyaml.Scalar{Text: "_format", Set: true}, Value: strictyaml.Scalar{Text: "json", Set: true}}}
	line := func(text string) strictyaml.Scalar { return strictyaml.Scalar{Text: text, Set: true, Line: 1} }

	open, err := NewParams(m, declared, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"shop"}, open.Unset())
	_, path, err := open.Request(m, line("GET /{shop}/p.{_format}"), "products", nil, "GET")
	require.NoError(t, err)
	require.Equal(t, "/{shop}/p.json", path)

	given, err := NewParams(m, declared, map[string]string{"shop": "my shop/1", "_format": "js"})
	require.NoError(t, err)
	require.Empty(t, given.Unset())
	_, path, err = given.Request(m, line("GET /{shop}/p.{_format}/{key}"), "products", []string{"{key}"}, "GET")
	require.NoError(t, err)
	require.Equal(t, "/my%20shop%2F1/p.js/{key}", path)

	_, _, err = given.Request(m, line("GET /{stock}/p"), "products", nil, "GET")
	require.ErrorContains(t, err, "{stock} is a parameter of the path: give it a line under params")
	_, err = NewParams(m, declared, map[string]string{"shp": "x"})
	require.ErrorContains(t, err, `unknown parameter of supplier.params "shp"`)
}
