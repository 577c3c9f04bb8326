//go:build aws

package bucket

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
)

// readAmazon is what the environment and the files of Amazon's own tools say, as these would take it.
func readAmazon(ctx context.Context, region, profile string) (amazon, error) {
	var options []func(*config.LoadOptions) error
	for value, option := range map[string]func(string) config.LoadOptionsFunc{region: config.WithRegion, profile: config.WithSharedConfigProfile} {
		if value != "" {
			options = append(options, option(value))
		}
	}
	settings, err := config.LoadDefaultConfig(ctx, options...)
	return amazon{settings.Region, aws.ToString(settings.BaseEndpoint), settings.Credentials}, err
}
