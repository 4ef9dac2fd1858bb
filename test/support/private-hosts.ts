/**
 * Hosts that a URL may contain, all of them IP addresses. In every notation, they lead to this machine, to a
 * private or link-local network, or to a cloud's metadata service.
 */
export const privateHosts: readonly string[] =
  `127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0x7F.1
  127.255.255.254 0 0.0.0.0 0x0 １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 ①②⑦.0.0.1
  localhost LOCALHOST [::] [::1] [0:0:0:0:0:0:0:1] [::0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2002:7f00:0001::1] [2001:0:7f00:1::] [fe80::1] [fe80::5efe:127.0.0.1] [fd00:ec2::254] [fd20:ce::254]
  [fc00::1] [fec0::1] [ff02::1] [100::1] [2001:db8::1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [2002:a9fe:a9fe::]
  [64:ff9b::169.254.169.254] 169.254.169.254 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 169.254.43518
  169.254.170.2 100.100.100.200 168.63.129.16 192.0.0.192 10.0.0.1 0xa.1 10.1 172.16.0.1 192.168.1.1 3232235777 192.168.257
  100.64.0.1 198.18.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 4294967295
  0x7f000001. 169.254.169.254. 127.0.0.1。 𝟙𝟚𝟟.𝟘.𝟘.𝟙 ①②⑦.⓪.⓪.① ｌｏｃａｌｈｏｓｔ loc\u00adalhost 0.1.2.3 0.255.255.255 100.127.255.255
  192.0.0.8 192.0.0.170 192.88.99.1 198.19.255.255 172.31.255.255 0300.0250.1.1 017700000001. [::ffff:100.64.0.1]
  [::ffff:0.0.0.0] [::ffff:10.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b:1::a9fe:a9fe] [2002:c0a8:101::1] [2002:a00:1::]
  [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001:0:4136:e378:8000:63bf:f5ff:fffe] [2001:10::1] [2001:20::1] [3fff::1] [5f00::1]
  127｡0｡0｡1 127．0．0．1 127\u2060.0.0.1 127.0.0.\u200b1 00000000177.0.0.1 0x00000000007f000001 0251.0376.0251.0376. l%6fcalhost
  ⓛⓞⓒⓐⓛⓗⓞⓢⓣ [::ffff:7F00:0001] [64:FF9B:0::7f00:1] [64:ff9b:1:fffe::7f00:1] [2001:0:7f00:1:0:0:80ff:fffe] [2001::80ff:fffe]
  [2606:4700::5efe:7f00:1] [2606:4700::200:5efe:a9fe:a9fe] [2001:1::1] [2001:4:112::1] [2620:4f:8000::1] 192.0.0.9 192.52.193.1
  233.252.0.1 [64:ff9b::ffff:ffff] [2002:ffff:ffff::] [febf::1] [fdff:ffff::1] [ff0e::1] [0::ffff:127.0.0.1] [::127.1.2.3] [4000::1] [1::1] [2001:2::1]`
    .split(/\s+/)
    .filter(Boolean);

/** The same hosts, preceded by text that looks like another host. */
export const disguisedHosts: readonly string[] = [
  "8.8.8.8@127.0.0.1",
  "8.8.8.8:443@127.0.0.1",
  "example.org:443@[::1]",
  "example.org%40127.0.0.1@10.0.0.1",
  "a@b@127.0.0.1",
  String.raw`127.0.0.1\@8.8.8.8`,
  "/127.0.0.1",
  "127.0.0.1\t",
  "169.254\t.169.254",
];

/** Names for this machine (RFC 6761), which do not depend on any name server. */
export const localNames: readonly string[] = [
  "localhost.",
  "foo.localhost",
  "FOO.Localhost.",
  "a.b.localhost",
  "ｆｏｏ.ｌｏｃａｌｈｏｓｔ",
  "localhost..",
  "127.0.0.1..",
];

/** Names that clouds and clusters resolve to internal addresses. */
export const innerNames: readonly string[] = [
  "metadata.google.internal",
  "metadata",
  "instance-data.ec2.internal",
  "kubernetes.default.svc",
  "host.docker.internal",
  "localhost.localdomain",
  "ip6-localhost",
  "127.0.0.1.nip.io",
];
