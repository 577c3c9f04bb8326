package bucket

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// s3Settings are the parameters of an address of S3.
type s3Settings struct {
	region    string // "": that of the environment, or of the profile
	profile   string // of AWS's config file
	endpoint  string // the server, where it is not Amazon's
	pathStyle bool   // the bucket stands in the path and not in the host name
	anonymous bool   // nothing is signed
	fips      bool   // Amazon's servers with certified cryptography
	dualstack bool   // Amazon's servers with IPv6
}

// readS3Settings refuses by name what nobody knows.
func readS3Settings(query url.Values) (s s3Settings, err error) {
	texts := map[string]*string{"region": &s.region, "profile": &s.profile, "endpoint": &s.endpoint}
	s.fips, s.dualstack = isTrue("AWS_USE_FIPS_ENDPOINT"), isTrue("AWS_USE_DUALSTACK_ENDPOINT")
	s.pathStyle = query.Get("endpoint") != "" // most servers know no names of buckets in host names
	flags := map[string]*bool{"use_path_style": &s.pathStyle, "anonymous": &s.anonymous, "fips": &s.fips, "dualstack": &s.dualstack}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		value := query.Get(name)
		if text, known := texts[name]; known {
			*text = value
			continue
		}
		flag, known := flags[name]
		if !known {
			ways := strings.Join(slices.Sorted(maps.Keys(texts)), ", ") + ", " + strings.Join(slices.Sorted(maps.Keys(flags)), ", ")
			return s, refusal.New(failure.Config, wording.NewMessage("bucket.address_parameter", name), wording.NewMessage("bucket.address_parameter.way", ways))
		}
		if *flag, err = strconv.ParseBool(value); err != nil {
			return s, mistake("bucket.address", name+"="+value)
		}
	}
	return s, nil
}

func isTrue(variable string) bool { return strings.EqualFold(os.Getenv(variable), "true") }

// amazon is what the environment and the files of Amazon's own tools say.
type amazon struct {
	region      string // "": none
	endpoint    string // the server, "" where it is Amazon's
	credentials aws.CredentialsProvider
}

// openS3 opens a bucket of S3 or of a server that speaks its language, with the credentials that
// Amazon's own tools would take: of the environment, of their files, or of the machine.
func openS3(ctx context.Context, a Address) (Store, error) {
	s, err := readS3Settings(a.Query)
	if err != nil {
		return nil, err
	}
	said, err := readAmazon(ctx, s.region, s.profile)
	if err != nil {
		return nil, err
	}
	named := cmp.Or(s.endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), said.endpoint)
	s.region = said.region
	if named != "" {
		s.region = cmp.Or(s.region, "us-east-1") // any does
	}
	at, err := s3Server(a.Name, named, s)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // what is kept compressed is read as it lies there
	store := &s3Store{at: at, prefix: a.Prefix, region: s.region, now: time.Now, part: s3Part,
		client: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })}
	if store.prefix != "" {
		store.prefix += "/"
	}
	if !s.anonymous {
		store.credentials = said.credentials
	}
	return store, nil
}

// s3Server is the address of a bucket, without a slash at its end. The rules are those of
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html: a name with a dot
// fits no certificate, and stands in the path.
func s3Server(bucket, endpoint string, s s3Settings) (*url.URL, error) {
	if endpoint == "" {
		host := "s3"
		if s.fips {
			host += "-fips"
		}
		if s.dualstack {
			host += ".dualstack"
		}
		endpoint = "https://" + host + "." + s.region + ".amazonaws.com"
		if strings.HasPrefix(s.region, "cn-") {
			endpoint += ".cn"
		}
	}
	at, err := url.Parse(strings.TrimSuffix(endpoint, "/"))
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, mistake("bucket.address", "endpoint="+endpoint)
	}
	if s.pathStyle || strings.Contains(bucket, ".") {
		return at.JoinPath(bucket), nil
	}
	at.Host = bucket + "." + at.Host
	return at, nil
}
