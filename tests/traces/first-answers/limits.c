/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* limits quota N: a client and its server over a pair of sockets. The server joins the control group /sys/fs/cgroup/box, which may use 30 of every 100 ms of a processor; before:
 * mount -t cgroup2 none /sys/fs/cgroup; echo +cpu > /sys/fs/cgroup/cgroup.subtree_control; mkdir /sys/fs/cgroup/box */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
static void burn(double s){struct timespec t;double e;clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);e=t.tv_sec+t.tv_nsec/1e9+s;do{clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);}while(t.tv_sec+t.tv_nsec/1e9<e);}
static void say(const char*f,const char*s){int d=open(f,O_WRONLY);if(d<0||write(d,s,strlen(s))<0)perror(f);close(d);}
int main(int c,char**v){int n=c>2?atoi(v[2]):100,s[2];char b;say("/sys/fs/cgroup/box/cpu.max","30000 100000");if(socketpair(AF_UNIX,SOCK_STREAM,0,s))return 1;
 if(fork()==0){prctl(PR_SET_NAME,"server");char t[16];snprintf(t,16,"%d",getpid());say("/sys/fs/cgroup/box/cgroup.procs",t);close(s[1]);while(read(s[0],&b,1)==1){burn(0.003);if(write(s[0],"x",1)<0)return 1;}return 0;}
 close(s[0]);prctl(PR_SET_NAME,"client");for(int i=0;i<n;i++){burn(0.001);if(write(s[1],"x",1)<0||read(s[1],&b,1)<0)return 1;}close(s[1]);wait(0);return 0;}
