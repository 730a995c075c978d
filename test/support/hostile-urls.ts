/** URLs that must never be dialled, with `PORT` where a server of ours listens on the loopback. */
export const hostileLiterals: readonly string[] = [
  // 127.0.0.1 in every notation that URL parsers and inet_aton know.
  'https://127.0.0.1:PORT/', 'https://127.1:PORT/', 'https://127.0.1:PORT/', 'https://2130706433:PORT/', 'https://0x7f000001:PORT/',
  'https://0x7f.0.0.1:PORT/', 'https://0x7F.0x0.0x0.0x1:PORT/', 'https://0177.0.0.1:PORT/', 'https://017700000001:PORT/',
  'https://0177.0x0.1:PORT/', 'https://127.0.0.1.:PORT/', 'https://①②⑦.⓪.⓪.①:PORT/', 'https://127。0。0。1:PORT/', 'https://127．0．0．1:PORT/',
  'https://１２７.0.0.1:PORT/', 'https://%31%32%37.0.0.1:PORT/', 'https://127%2e0%2e0%2e1:PORT/', 'https://127.255.255.254:PORT/',
  'https://127.0.0.1\u00ad:PORT/',
  // Nowhere, which is here.
  'https://0.0.0.0:PORT/', 'https://0:PORT/', 'https://0x0:PORT/', 'https://[::]:PORT/',
  // IPv6 and what it wraps.
  'https://[::1]:PORT/', 'https://[0:0:0:0:0:0:0:1]:PORT/', 'https://[::ffff:127.0.0.1]:PORT/', 'https://[::ffff:7f00:1]:PORT/',
  'https://[::127.0.0.1]:PORT/', 'https://[64:ff9b::127.0.0.1]:PORT/', 'https://[64:ff9b:1::127.0.0.1]:PORT/', 'https://[2002:7f00:1::]:PORT/',
  'https://[2001:0:7f00:1::1]:PORT/', 'https://[fe80::1]:PORT/', 'https://[fc00::1]:PORT/', 'https://[fec0::1]:PORT/', 'https://[ff02::1]:PORT/',
  // Private, shared, link-local, multicast, reserved.
  'https://10.0.0.1/', 'https://172.16.0.1/', 'https://172.31.255.255/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://198.18.0.1/',
  'https://224.0.0.1/', 'https://255.255.255.255/', 'https://0xc0a80101/',
  // Metadata of the clouds.
  'https://169.254.169.254/latest/meta-data/', 'https://169.254.170.2/', 'https://100.100.100.200/', 'https://168.63.129.16/', 'https://192.0.0.192/',
  'https://[fd00:ec2::254]/', 'https://[fd20:ce::254]/', 'https://[::ffff:a9fe:a9fe]/', 'https://2852039166/', 'https://0xa9fea9fe/',
];

/** URLs refused for their form, whatever network is allowed. */
export const malformedUrls: readonly string[] = [
  '', 'nonsense', '//127.0.0.1:PORT/', 'https://', 'https:///127.0.0.1/', 'https:127.0.0.1:PORT', 'https://[::1', 'https://256.256.256.256/',
  'https://[fe80::1%25eth0]/', 'https://hooks.example.com:65536/', 'https://exa mple.com/',
  'gopher://127.0.0.1:PORT/_GET', 'file:///etc/passwd', 'ftp://127.0.0.1/', 'javascript:alert(1)', 'data:text/plain,x', 'unix:/var/run/docker.sock',
  'ws://127.0.0.1:PORT/', 'HTTPS+unix://%2Ftmp%2Fsocket/',
  // Credentials, and the places where parsers disagree about the host.
  'https://user@127.0.0.1:PORT/', 'https://user:password@hooks.example.com/', 'https://@127.0.0.1:PORT/', 'https://hooks.example.com@127.0.0.1:PORT/',
  'https://hooks.example.com:443@127.0.0.1:PORT/', 'https://hooks.example.com\\@127.0.0.1:PORT/', 'https:\\\\127.0.0.1:PORT\\',
  'https://127.0.0.1:PORT\\@hooks.example.com/', 'https://hooks.example.com\t@127.0.0.1/', 'https://hooks.exam\nple.com/', ' https://hooks.example.com/',
  'https://hooks.example.com/\r\nX-Injected: 1', 'https://hooks.example.com/\0',
  // Fragments.
  'https://hooks.example.com/#fragment', 'https://hooks.example.com/#', 'https://hooks.example.com#@127.0.0.1/',
  // Ports of other services.
  'https://hooks.example.com:22/', 'https://hooks.example.com:25/', 'https://hooks.example.com:5432/', 'https://hooks.example.com:6379/',
  'https://hooks.example.com:2375/', 'https://hooks.example.com:11211/', 'https://hooks.example.com:0/',
];

/** Names that mean this machine or network, whatever they resolve to. */
export const localNames: readonly string[] = [
  'https://localhost:PORT/', 'https://LOCALHOST:PORT/', 'https://localhost.:PORT/', 'https://a.localhost:PORT/', 'https://ⓛocalhost:PORT/',
  'https://metadata/', 'https://metadata.google.internal/computeMetadata/v1/', 'https://printer.local/', 'https://nas.home.arpa/', 'https://postgres:PORT/',
];
