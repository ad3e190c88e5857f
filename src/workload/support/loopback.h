// SPDX-License-Identifier: GPL-2.0-or-later
// Sockets on the loopback interface, at a port that the kernel chooses (no fixed port can be taken
// or left behind).
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace lodestone {

inline sockaddr_in loopback_address() {
  sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// A socket of `type` bound to a free port; fills `address`. -1 on an error (errno).
inline int bind_loopback(int type, sockaddr_in* address) {
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  *address = loopback_address();
  socklen_t length = sizeof *address;
  if (bind(fd, reinterpret_cast<sockaddr*>(address), sizeof *address) != 0 ||
      getsockname(fd, reinterpret_cast<sockaddr*>(address), &length) != 0 ||
      (type == SOCK_STREAM && listen(fd, 128) != 0)) {
    close(fd);
    return -1;
  }
  return fd;
}

inline int connect_loopback(int type, const sockaddr_in* address) {
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, reinterpret_cast<const sockaddr*>(address), sizeof *address) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

inline void no_delay(int fd) {
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// A lost datagram ends the wait after five seconds instead of never.
inline void give_up_after_five_seconds(int fd) {
  const timeval limit = {5, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

}  // namespace lodestone
