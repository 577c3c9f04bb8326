//go:build azblob

package bucket

import (
	"context"
	"errors"
	"os"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	azureblobs "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"gocloud.dev/blob"
	"gocloud.dev/blob/azureblob"
)

// openAzure opens a container of the storage account that AZURE_STORAGE_ACCOUNT, or the
// address, names. An endpoint that the address names is another server that speaks its language,
// or a private one of Azure: the whole address of the account.
func openAzure(_ context.Context, a Address) (Store, error) {
	service, err := azureService(a)
	if err != nil {
		return nil, err
	}
	client, err := azureblob.NewDefaultClient(service, azureblob.ContainerName(a.Name))
	if err != nil {
		return nil, err
	}
	opened, err := azureblob.OpenBucket(context.Background(), client, nil)
	if err != nil {
		return nil, err
	}
	store := prefixed(opened, a.Prefix, azureDialect{})
	store.once = func(ctx context.Context) context.Context {
		return policy.WithRetryOptions(ctx, policy.RetryOptions{MaxRetries: -1})
	}
	return store, nil
}

// azureService is the address of the storage account.
func azureService(a Address) (azureblob.ServiceURL, error) {
	if endpoint := a.Query.Get("endpoint"); endpoint != "" {
		if token := os.Getenv("AZURE_STORAGE_SAS_TOKEN"); token != "" && os.Getenv("AZURE_STORAGE_KEY") == "" {
			endpoint += "?" + token
		}
		return azureblob.ServiceURL(endpoint), nil
	}
	options := azureblob.NewDefaultServiceURLOptions()
	for name, target := range map[string]*string{"storage_account": &options.AccountName, "domain": &options.StorageDomain, "protocol": &options.Protocol} {
		if value := a.Query.Get(name); value != "" {
			*target = value
		}
	}
	return azureblob.NewServiceURL(options)
}

type azureDialect struct{}

func (azureDialect) tag(at *blob.Attributes) string { return unquoted(at.ETag) }

func (azureDialect) listTag(l *blob.ListObject) string {
	var item container.BlobItem
	if l.As(&item) && item.Properties != nil && item.Properties.ETag != nil {
		return unquoted(string(*item.Properties.ETag))
	}
	return ""
}

func matching(tag string) *azureblobs.AccessConditions {
	etag := azcore.ETag(`"` + tag + `"`)
	return &azureblobs.AccessConditions{ModifiedAccessConditions: &azureblobs.ModifiedAccessConditions{IfMatch: &etag}}
}

func (azureDialect) write(o *blob.WriterOptions, tag string) {
	o.BeforeWrite = func(as func(any) bool) error {
		var options *azblob.UploadStreamOptions
		if !as(&options) {
			return errors.ErrUnsupported
		}
		options.AccessConditions = matching(tag)
		return nil
	}
}

func (azureDialect) remove(o *blob.DeleteOptions, tag string) {
	o.BeforeDelete = func(as func(any) bool) error {
		var options *azureblobs.DeleteOptions
		if !as(&options) {
			return errors.ErrUnsupported
		}
		options.AccessConditions = matching(tag)
		return nil
	}
}

// azureReasons are the codes of answers that have a reason of their own.
var azureReasons = map[bloberror.Code]Reason{
	bloberror.ContainerNotFound:               NoBucket,
	bloberror.ContainerBeingDeleted:           NoBucket,
	bloberror.ResourceNotFound:                NoBucket,
	bloberror.AuthenticationFailed:            WrongKey,
	bloberror.InvalidAuthenticationInfo:       WrongKey,
	bloberror.NoAuthenticationInformation:     WrongKey,
	bloberror.AuthorizationFailure:            Forbidden,
	bloberror.AuthorizationPermissionMismatch: Forbidden,
	bloberror.InsufficientAccountPermissions:  Forbidden,
	bloberror.AccountIsDisabled:               Forbidden,
	bloberror.InvalidResourceName:             NoBucket, // keys were checked
	bloberror.ConditionNotMet:                 Changed,
	bloberror.BlobAlreadyExists:               Changed,
}

func (azureDialect) why(err error) Reason {
	if answer, ok := errors.AsType[*azcore.ResponseError](err); ok {
		return azureReasons[bloberror.Code(answer.ErrorCode)]
	}
	return ""
}
