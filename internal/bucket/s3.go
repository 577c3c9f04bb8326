package bucket

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	gcaws "gocloud.dev/aws"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
)

// openS3 opens a bucket of S3 or of a server that speaks its language. An endpoint that the
// address names is such a server: most know no checksums in trailers and no names of buckets
// in host names, and any region does.
func openS3(ctx context.Context, a Address) (Store, error) {
	query := maps.Clone(a.Query)
	own := query.Get("endpoint") != ""
	if own {
		setDefault(query, "region", "us-east-1")
		setDefault(query, "request_checksum_calculation", "when_required")
		setDefault(query, "response_checksum_validation", "when_required")
	}
	pathStyle := own
	if text := query.Get("use_path_style"); text != "" {
		var err error
		if pathStyle, err = strconv.ParseBool(text); err != nil {
			return nil, mistake("bucket.address", "use_path_style="+text)
		}
		query.Del("use_path_style")
	}
	config, err := gcaws.V2ConfigFromURLParams(ctx, query)
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(config, func(o *s3.Options) {
		o.UsePathStyle = pathStyle
		o.Retryer = aws.NopRetryer{} // the attempts are ours
	})
	opened, err := s3blob.OpenBucket(ctx, client, a.Name, &s3blob.Options{RequestChecksumCalculation: config.RequestChecksumCalculation})
	if err != nil {
		return nil, err
	}
	return prefixed(opened, a.Prefix, s3Dialect{}), nil
}

// setDefault sets a parameter that the address does not have.
func setDefault(query map[string][]string, name, value string) {
	if len(query[name]) == 0 {
		query[name] = []string{value}
	}
}

type s3Dialect struct{}

func (s3Dialect) tag(at *blob.Attributes) string { return unquoted(at.ETag) }

func (s3Dialect) listTag(l *blob.ListObject) string {
	var object types.Object
	l.As(&object)
	return unquoted(aws.ToString(object.ETag))
}

func (s3Dialect) write(o *blob.WriterOptions, tag string) {
	o.BeforeWrite = func(as func(any) bool) error {
		var input *transfermanager.UploadObjectInput
		if !as(&input) {
			return errors.ErrUnsupported
		}
		input.IfMatch = aws.String(`"` + tag + `"`)
		return nil
	}
}

func (s3Dialect) remove(o *blob.DeleteOptions, tag string) {
	o.BeforeDelete = func(as func(any) bool) error {
		var input *s3.DeleteObjectInput
		if !as(&input) {
			return errors.ErrUnsupported
		}
		input.IfMatch = aws.String(`"` + tag + `"`)
		return nil
	}
}

// s3Reasons are the codes of answers, as the documentation of S3 lists them.
var s3Reasons = map[string]Reason{
	"NoSuchBucket":                       NoBucket,
	"InvalidBucketName":                  NoBucket,
	"InvalidAccessKeyId":                 WrongKey,
	"SignatureDoesNotMatch":              WrongKey,
	"ExpiredToken":                       WrongKey,
	"InvalidToken":                       WrongKey,
	"RequestTimeTooSkewed":               WrongKey,
	"AccessDenied":                       Forbidden,
	"AllAccessDisabled":                  Forbidden,
	"BadRequest":                         Region,
	"PermanentRedirect":                  Region,
	"AuthorizationHeaderMalformed":       Region,
	"IllegalLocationConstraintException": Region,
	"KeyTooLongError":                    BadKey,
	"NotImplemented":                     NoCompare,
	"PreconditionFailed":                 Changed,
	"EntityTooLarge":                     Refused,
	"QuotaExceeded":                      Refused,
	"InvalidRequest":                     Refused,
	"InvalidArgument":                    Refused,
	"MethodNotAllowed":                   Refused,
}

func (s3Dialect) why(err error) Reason {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		if why, known := s3Reasons[api.ErrorCode()]; known {
			return why
		}
	}
	if answer, ok := errors.AsType[*awshttp.ResponseError](err); ok {
		return s3Statuses[answer.HTTPStatusCode()]
	}
	// Nothing was sent: these errors of the library have no types.
	switch text := err.Error(); {
	case strings.Contains(text, "get identity:"), strings.Contains(text, "static credentials are empty"):
		return WrongKey
	case strings.Contains(text, "Missing Region"), strings.Contains(text, "Invalid region"):
		return Region
	}
	return ""
}

// s3Statuses are what answers mean that have no body with a code, as those to HEAD: a
// signature for another region is a bad request there.
var s3Statuses = map[int]Reason{
	http.StatusMovedPermanently:   Region,
	http.StatusBadRequest:         Region,
	http.StatusUnauthorized:       WrongKey,
	http.StatusForbidden:          Forbidden,
	http.StatusNotFound:           NotThere,
	http.StatusPreconditionFailed: Changed,
	http.StatusNotImplemented:     NoCompare,
}
