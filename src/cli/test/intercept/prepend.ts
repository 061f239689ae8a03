/**
 * A script for PHP's `auto_prepend_file`: the streams of PHP (`file_get_contents`, `fopen`) do not use the variables for proxies. It sends them
 * through the proxy, whatever context they have. The functions of curl use the variables.
 */
export const prependOf = (proxyPort: number): string => `<?php
// From osdi-events, for one run.
final class OsdiEventsMockStream extends ArrayObject
{
    public $context;
    private $stream;

    public static function register(string $scheme): void
    {
        stream_wrapper_unregister($scheme);
        stream_wrapper_register($scheme, self::class, STREAM_IS_URL);
    }

    public function stream_open($path, $mode, $options, &$opened): bool
    {
        $scheme = strtolower(strstr($path, ':', true));
        $host = strtolower(trim((string) parse_url($path, PHP_URL_HOST), '[]'));
        $context = $this->context ?? stream_context_get_default();
        if (!preg_match('/^(.+\\.)?localhost$|^::1$|^127\\./', $host)) {
            stream_context_set_option($context, 'http', 'proxy', 'tcp://127.0.0.1:${proxyPort}');
        }
        stream_wrapper_restore($scheme);
        try {
            $this->stream = fopen($path, $mode, false, $context);
            // The caller reads the headers here, or in the stream's wrapper_data.
            $GLOBALS['http_response_header'] = $http_response_header ?? [];
            $this->exchangeArray($GLOBALS['http_response_header']);
        } finally {
            self::register($scheme);
        }
        return $this->stream !== false;
    }

    public function stream_read($count) { return fread($this->stream, $count); }
    public function stream_write($data) { return 0; }
    public function stream_eof() { return feof($this->stream); }
    public function stream_stat() { return fstat($this->stream); }
    public function stream_close() { fclose($this->stream); }
    public function stream_set_option($option, $first, $second) { return false; }
}
OsdiEventsMockStream::register('http');
OsdiEventsMockStream::register('https');
`
