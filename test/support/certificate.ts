/** A certificate of its own making for this machine, until 2126. Its key protects nothing but servers of tests. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqELo9fldcQzZFLnB
vvPdMzaSVpX4/yxFcaxuhJongnKhRANCAATWMBm6ANZjFc8wMeRdJLnayhvnRZ1g
ppy2JjQDo4l4wklz5Isolh1ovIpXJAXtOQMzGZm36+Gj6iWn4tVPCEdY
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUbYKNua/tMSjkn7XPohk812lo6MgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIwMjgzNloYDzIxMjYxMTAx
MjAyODM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATWMBm6ANZjFc8wMeRdJLnayhvnRZ1gppy2JjQDo4l4wklz5Isolh1o
vIpXJAXtOQMzGZm36+Gj6iWn4tVPCEdYo28wbTAdBgNVHQ4EFgQUsct+zMyWruCE
a4Kv/BPfvZmXxTQwHwYDVR0jBBgwFoAUsct+zMyWruCEa4Kv/BPfvZmXxTQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhALdCHf7pL2zIcvAjP7W68o7EG8WrCMN+YKdIqNyGk1twAiBE
5tz0KqI2PpOv1c+DTI4hHCpAR7JcoRi5y6NbkNerNg==
-----END CERTIFICATE-----
`,
}
