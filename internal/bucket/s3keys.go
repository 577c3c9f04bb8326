//go:build !aws

package bucket

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/credentials/ec2rolecreds"
	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// readAmazon is what the environment and the files of Amazon's own tools say, in their order: keys of
// the environment, of the profile, of the container, of the machine. What asks another service of
// Amazon's for keys first is refused by name: its clients are linked with the build tag aws alone.
func readAmazon(ctx context.Context, region, profile string) (amazon, error) {
	env, err := config.NewEnvConfig()
	if err != nil {
		return amazon{}, err
	}
	shared, err := readProfile(ctx, env, cmp.Or(profile, env.SharedConfigProfile))
	if err != nil {
		return amazon{}, err
	}
	said := amazon{region: cmp.Or(region, env.Region, shared.Region), endpoint: cmp.Or(env.BaseEndpoint, shared.BaseEndpoint)}
	if profile == "" && env.Credentials.HasKeys() {
		said.credentials = credentials.StaticCredentialsProvider{Value: env.Credentials}
		return said, nil
	}
	if way := unlinkedWay(env, shared); way != "" {
		return amazon{}, refusal.New(failure.Config, wording.NewMessage("bucket.keys_elsewhere", way), wording.NewMessage("bucket.keys_elsewhere.way"))
	}
	switch {
	case shared.Credentials.HasKeys():
		said.credentials = credentials.StaticCredentialsProvider{Value: shared.Credentials}
	case env.ContainerCredentialsEndpoint != "" || env.ContainerCredentialsRelativePath != "":
		said.credentials, err = containerKeys(env)
	default:
		said.credentials = aws.NewCredentialsCache(ec2rolecreds.New())
	}
	return said, err
}

// readProfile is a profile of Amazon's files. That there is none is no mistake where none is named.
func readProfile(ctx context.Context, env config.EnvConfig, profile string) (config.SharedConfig, error) {
	shared, err := config.LoadSharedConfigProfile(ctx, cmp.Or(profile, "default"), func(o *config.LoadSharedConfigOptions) {
		if env.SharedConfigFile != "" {
			o.ConfigFiles = []string{env.SharedConfigFile}
		}
		if env.SharedCredentialsFile != "" {
			o.CredentialsFiles = []string{env.SharedCredentialsFile}
		}
	})
	if _, missing := errors.AsType[config.SharedConfigProfileNotExistError](err); missing && profile == "" {
		return config.SharedConfig{}, nil
	}
	return shared, err
}

// unlinkedWay names how keys would be got that only a program with the build tag aws can, "" where no
// such way is set.
func unlinkedWay(env config.EnvConfig, shared config.SharedConfig) string {
	switch {
	case env.WebIdentityTokenFilePath != "" || shared.WebIdentityTokenFile != "":
		return "web_identity_token_file"
	case shared.RoleARN != "":
		return "role_arn"
	case shared.SSOSessionName != "" || shared.SSOStartURL != "" || shared.SSOAccountID != "":
		return "sso_session"
	case shared.CredentialProcess != "":
		return "credential_process"
	case shared.LoginSession != "":
		return "login_session"
	}
	return ""
}

// inContainers is where containers get their keys, by a path alone:
// https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html.
const inContainers = "http://169.254.170.2"

// containerHosts may be asked without TLS, beside this machine itself.
var containerHosts = []string{"169.254.170.2", "169.254.170.23", "fd00:ec2::23"}

// containerKeys are those that a container is given at an address of its own.
func containerKeys(env config.EnvConfig) (aws.CredentialsProvider, error) {
	address := env.ContainerCredentialsEndpoint
	if env.ContainerCredentialsRelativePath != "" {
		address = inContainers + env.ContainerCredentialsRelativePath
	}
	at, err := url.Parse(address)
	if err != nil {
		return nil, mistake("bucket.address", "AWS_CONTAINER_CREDENTIALS_FULL_URI="+address)
	}
	host := at.Hostname()
	if at.Scheme != "https" && !loopback.Host(host) && !slices.Contains(containerHosts, host) {
		return nil, mistake("bucket.address", "AWS_CONTAINER_CREDENTIALS_FULL_URI="+address)
	}
	return aws.NewCredentialsCache(endpointcreds.New(address, func(o *endpointcreds.Options) {
		o.AuthorizationToken = env.ContainerAuthorizationToken
		if file := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); file != "" { // it rotates
			o.AuthorizationTokenProvider = endpointcreds.TokenProviderFunc(func() (string, error) {
				token, err := os.ReadFile(file)
				return strings.TrimSpace(string(token)), err
			})
		}
	})), nil
}
